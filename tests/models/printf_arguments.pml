/* A format with too few arguments, or too many, is worth a warning.
 *
 * expect: holds
 * expect: prints too few arguments: the format takes 2, and there is 1
 * expect: prints too many arguments: the format takes 1, and there are 2
 */
init {
  printf("%d %d\n", 1);
  printf("%d\n", 1, 2);
  printf("100%% of %d\n", 3)
}
