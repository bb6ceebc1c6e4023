"""Random graphs, as text that Lariat reads (Aldebaran)."""
import random


def paper(states, degree, seed, waiting):
    """The generator of Jard and Jéron (1991): R_max, d_max.

    Breadth-first; each state has 0 to d_max successors, and when g states are
    there, a successor is new with probability 1 - g / min(2 g, R_max).  Seeds
    are tried one after the other until R is close to R_max, as they did.  Which
    of the states that are there another successor is, they do not say: here it
    is any of them, or any of those that still wait for their own successors.
    """
    while True:
        source = random.Random(seed)
        edges, count, state = [], 1, 0
        while state < count:
            for _ in range(source.randint(0, degree)):
                if source.random() < 1 - count / min(2 * count, states):
                    edges.append((state, count))
                    count += 1
                else:
                    first = state if waiting else 0
                    edges.append((state, source.randrange(first, count)))
            state += 1
        if count > 0.8 * states:
            return count, edges
        seed += 1


def shallow(states, seed, near):
    """A binary tree with edges across that lead down: paths short against R.

    One state in eight has one, to any state further down, or to one `near`, at
    most so many places beside its own children.
    """
    source = random.Random(seed)
    edges = []
    for state in range(states):
        edges += [(state, child) for child in (2 * state + 1, 2 * state + 2)
                  if child < states]
        if state + 1 < states and source.random() < 0.125:
            low, high = state + 1, states
            if near:
                low = max(low, 2 * state + 1 - near)
                high = min(high, 2 * state + 3 + near)
            if low < high:
                edges.append((state, source.randrange(low, high)))
    return states, edges


def write(path, graph):
    count, edges = graph
    with open(path, "w", encoding="ascii") as out:
        out.write(f"des (0, {len(edges)}, {count})\n")
        out.writelines(f'({source}, "a", {target})\n'
                       for source, target in edges)
