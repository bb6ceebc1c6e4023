/* Completions for bash, zsh and fish, made from the table of options. */
#include "cli/cli.h"
#include "cli/words.h"

#include <stdio.h>
#include <string.h>

static bool wants_folder(const struct option_row *row) {
  return row->argument && strcmp(row->argument, "DIR") == 0;
}

static bool wants_file(const struct option_row *row) {
  return row->argument && strcmp(row->argument, "FILE") == 0;
}

static void print_command_names(const char *separator) {
  for (size_t i = 0; i < command_count; i++)
    printf("%s%s", i > 0 ? separator : "", commands[i].name);
}

static void print_joined(const struct option_row *row, const char *separator) {
  struct buffer words = {0};
  option_words_join(&words, row, separator);
  fputs(buffer_text(&words), stdout);
  buffer_free(&words);
}

/* Words in quotes must not end them. */
static void print_plain(const char *text, const char *unwanted) {
  for (; *text; text++)
    if (!strchr(unwanted, *text))
      putchar(*text);
}

/* ---- bash ---- */

static void bash_options(unsigned place) {
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if (!option_is_listed(row, place))
      continue;
    if (row->letter)
      printf(" -%c", row->letter);
    else
      printf(" --%s", row->name);
  }
}

/* What stands before an argument of this option, with the command: one option
 * may mean something else to another command.
 */
static void bash_before(const struct option_row *row) {
  const char *separator = "    ";
  for (size_t i = 0; i <= command_count; i++) {
    const bool is_top = i == command_count;
    if (!option_is_listed(row, is_top ? IN_TOP | IN_CHECK : commands[i].place))
      continue;
    printf("%s%s:", separator, is_top ? "none" : commands[i].name);
    if (row->letter)
      printf("-%c", row->letter);
    else
      printf("--%s", row->name);
    separator = "|";
  }
  fputs(") ", stdout);
}

static void bash_arguments(void) {
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if ((row->places & UNLISTED) || !option_takes_argument(row))
      continue;
    if (!row->words && !wants_file(row) && !wants_folder(row) && !row->name)
      continue;
    bash_before(row);
    if (row->words) {
      fputs("COMPREPLY=($(compgen -W \"", stdout);
      print_joined(row, " ");
      puts("\" -- \"$word\")); return ;;");
    } else if (wants_file(row)) {
      puts("COMPREPLY=($(compgen -f -- \"$word\")); return ;;");
    } else if (wants_folder(row)) {
      puts("COMPREPLY=($(compgen -d -- \"$word\")); return ;;");
    } else {
      puts("return ;;");
    }
  }
}

static void print_bash(void) {
  puts("# bash completion for lariat; made by lariat --completions bash\n"
       "_lariat() {\n"
       "  local word=${COMP_WORDS[COMP_CWORD]}\n"
       "  local before=${COMP_WORDS[COMP_CWORD-1]}\n"
       "  local command=${COMP_WORDS[1]} options\n"
       "  COMPREPLY=()");
  fputs("  case $command in ", stdout);
  print_command_names("|");
  puts(") ;; *) command=none ;; esac\n"
       "  case $command:$before in");
  bash_arguments();
  puts("  esac\n"
       "  case $command in");
  for (size_t i = 0; i < command_count; i++) {
    printf("    %s) options=\"", commands[i].name);
    bash_options(commands[i].place);
    puts("\" ;;");
  }
  fputs("    *) options=\"", stdout);
  bash_options(IN_TOP | IN_CHECK);
  puts("\" ;;\n"
       "  esac\n"
       "  if [[ $word == -* ]]; then\n"
       "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
       "    return\n"
       "  fi\n"
       "  COMPREPLY=($(compgen -f -- \"$word\"))");
  fputs("  [[ $COMP_CWORD -eq 1 ]] && COMPREPLY+=($(compgen -W \"", stdout);
  print_command_names(" ");
  puts("\" -- \"$word\"))\n"
       "}\n"
       "complete -o filenames -F _lariat lariat");
}

/* ---- zsh ---- */

static void zsh_options(unsigned place) {
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if (!option_is_listed(row, place))
      continue;
    fputs("        '", stdout);
    if (row->kind == OPTION_KIND_LIST)
      putchar('*');
    if (row->letter)
      printf("-%c+[", row->letter);
    else
      printf("--%s%s[", row->name, option_takes_argument(row) ? "=" : "");
    print_plain(row->help, "'[]:");
    putchar(']');
    if (row->words) {
      printf(":%s:(", row->name);
      print_joined(row, " ");
      putchar(')');
    } else if (wants_folder(row)) {
      fputs(":folder:_files -/", stdout);
    } else if (wants_file(row)) {
      fputs(":file:_files", stdout);
    } else if (row->argument) {
      fputs(":", stdout);
      print_plain(row->argument, "'[]:");
      fputs(":", stdout);
    }
    puts("' \\");
  }
}

static void print_zsh(void) {
  puts("#compdef lariat\n"
       "# zsh completion for lariat; made by lariat --completions zsh\n"
       "_lariat() {\n"
       "  local -a commands\n"
       "  commands=(");
  for (size_t i = 0; i < command_count; i++)
    printf("    '%s:%s'\n", commands[i].name, commands[i].summary);
  puts("  )\n"
       "  if (( CURRENT == 2 )); then\n"
       "    _describe command commands\n"
       "    _files\n"
       "  fi\n"
       "  case $words[2] in");
  for (size_t i = 0; i < command_count; i++) {
    printf("    %s)\n      shift words; (( CURRENT-- ))\n      _arguments \\\n",
           commands[i].name);
    zsh_options(commands[i].place);
    puts("        '*:model:_files' ;;");
  }
  puts("    *)\n      _arguments \\");
  zsh_options(IN_TOP | IN_CHECK);
  puts("        '*:model:_files' ;;\n"
       "  esac\n"
       "}\n"
       "_lariat \"$@\"");
}

/* ---- fish ---- */

static void fish_options(const char *condition, unsigned place) {
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if (!option_is_listed(row, place))
      continue;
    printf("complete -c lariat -n '%s'", condition);
    if (row->letter)
      printf(" -s %c", row->letter);
    else
      printf(" -l %s", row->name);
    if (row->words) {
      fputs(" -x -a '", stdout);
      print_joined(row, " ");
      putchar('\'');
    } else if (option_takes_argument(row)) {
      fputs(wants_file(row) || wants_folder(row) ? " -r" : " -x", stdout);
    }
    fputs(" -d '", stdout);
    print_plain(row->help, "'");
    puts("'");
  }
}

static void print_fish(void) {
  puts("# fish completion for lariat; made by lariat --completions fish");
  for (size_t i = 0; i < command_count; i++)
    printf("complete -c lariat -n __fish_use_subcommand -a %s -d '%s'\n",
           commands[i].name, commands[i].summary);
  fish_options("__fish_use_subcommand", IN_TOP);
  for (size_t i = 0; i < command_count; i++) {
    char condition[64];
    snprintf(condition, sizeof condition, "__fish_seen_subcommand_from %s",
             commands[i].name);
    fish_options(condition, commands[i].place);
  }
}

void help_completions(int shell) {
  if (shell == SHELL_WORD_BASH)
    print_bash();
  else if (shell == SHELL_WORD_ZSH)
    print_zsh();
  else
    print_fish();
}
