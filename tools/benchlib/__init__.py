"""The parts of tools/bench.

    process   runs a command and says what it cost
    cases     what is checked: models, defines, formulas
    lariat    Lariat in each of the ways the program at hand has
    spin      SPIN's verifier, compiled in several ways
    rounds    repeats in turn; medians and spread
    ratios    who is compared with whom; geometric means; targets
    table1    hybrid against classical storage, as in the paper
    tables    figures as text
    bars      figures as pictures
    page      figures as a page
    commits   two commits side by side
"""
