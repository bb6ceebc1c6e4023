/* lts/aut: what is written is read again, and what is wrong is said where. */
#include "lts/aut.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

struct reading {
  struct sources *sources;
  struct diag *diag;
  struct lts *lts;
  enum status status;
};

static void read_bytes(struct reading *r, const char *bytes, size_t length) {
  FILE *file = tmpfile();
  fwrite(bytes, 1, length, file);
  rewind(file);
  r->sources = sources_open();
  r->diag = diag_open(r->sources);
  r->status = aut_read(file, "test.aut", r->diag, &r->lts);
  fclose(file);
}

static void read(struct reading *r, const char *text) {
  read_bytes(r, text, strlen(text));
}

static void reading_clear(struct reading *r) {
  lts_close(r->lts);
  diag_close(r->diag);
  sources_close(r->sources);
}

/* One error, at this place, that says this. */
static bool is_refused(const char *text, uint32_t line, uint32_t column,
                       const char *said) {
  struct reading r;
  read(&r, text);
  bool refused =
      r.status == STATUS_BAD_INPUT && !r.lts && diag_errors(r.diag) == 1;
  if (refused) {
    const struct message *message = diag_message(r.diag, 0);
    const struct position at = sources_position(r.sources, message->where);
    refused = strcmp(at.file, "test.aut") == 0 && at.line == line &&
              at.column == column && strstr(message->text, said);
    if (!refused)
      printf("# %u:%u %s\n", at.line, at.column, message->text);
  }
  reading_clear(&r);
  return refused;
}

TEST(labels_are_quoted_or_not) {
  struct reading r;
  read(&r, "des(2, 5,3)\r\n"
           "\n"
           " ( 2 , \"a b\",0)\n"
           "(0,a b , 1)\r\n"
           "(0,\"x \\\"y\\\\ \\n\",1)\n"
           "(1, PUT !1 (a, b), 2)\n"
           "(1,\"\",2)");
  CHECK(r.status == STATUS_OK && diag_count(r.diag) == 0);
  if (r.lts) {
    const struct lts *lts = r.lts;
    CHECK(lts->initial == 2 && lts->state_count == 3 && lts->edge_count == 5);
    CHECK(lts->label_count == 4);
    CHECK(strcmp(lts->names[0], "a b") == 0);
    CHECK(strcmp(lts->names[1], "x \"y\\ \\n") == 0);
    CHECK(strcmp(lts->names[2], "PUT !1 (a, b)") == 0);
    CHECK(strcmp(lts->names[3], "") == 0);
    CHECK(lts->targets[lts->first_edge[2]] == 0);
  }
  reading_clear(&r);
}

TEST(what_is_written_is_read_again) {
  struct reading first, second;
  char *text = NULL;
  size_t length = 0;
  read(&first, "des (1, 4, 3)\n(2,\\\",0)\n(0,\"\\\"\\\\\",1)\n(1,i,1)\n"
               "(1,\"tau, no\",2)\n");
  FILE *file = open_memstream(&text, &length);
  CHECK(first.lts && aut_write(file, first.lts));
  fclose(file);
  read(&second, text);
  CHECK(second.status == STATUS_OK && second.lts);
  if (second.lts) {
    char *again = NULL;
    file = open_memstream(&again, &length);
    CHECK(aut_write(file, second.lts));
    fclose(file);
    CHECK(strcmp(text, again) == 0);
    free(again);
  }
  free(text);
  reading_clear(&first);
  reading_clear(&second);
}

TEST(a_line_may_lie_in_several_pieces) {
  enum { LONG = 200000 };
  struct buffer text = {0};
  struct reading r;
  buffer_puts(&text, "des (0, 2, 2)\n(0, \"");
  for (int i = 0; i < LONG; i++)
    buffer_putc(&text, 'x');
  buffer_puts(&text, "\", 1)\n(1, a, 0)\n");
  read_bytes(&r, text.text, text.length);
  CHECK(r.status == STATUS_OK);
  CHECK(r.lts && strlen(r.lts->names[0]) == LONG);
  reading_clear(&r);
  buffer_free(&text);
}

TEST(what_is_wrong_is_said_with_its_place) {
  CHECK(is_refused("", 1, 1, "expected `des"));
  CHECK(is_refused("\n\n(0, a, 1)\n", 3, 1, "expected `des"));
  CHECK(is_refused("des 0,1,1)\n", 1, 5, "expected `(`"));
  CHECK(is_refused("des (0,1\n", 1, 9, "the line ends where `,` is missing"));
  CHECK(is_refused("des (-1,1,1)\n", 1, 6, "expected a number"));
  CHECK(is_refused("des (1,0,1)\n", 1, 1, "the initial state is none"));
  CHECK(is_refused("des (0,0,0)\n", 1, 1, "the initial state is none"));
  CHECK(is_refused("des (0,0,1) x\n", 1, 13, "the end of the line"));
  CHECK(is_refused("des (0,1,1)\n(0,\"a,0)\n", 2, 4, "closing quote"));
  CHECK(is_refused("des (0,1,1)\n(0,\"a\\\",0)\n", 2, 4, "closing quote"));
  CHECK(is_refused("des (0,1,1)\n(0,\"a\"b\",0)\n", 2, 7, "expected `,`"));
  CHECK(is_refused("des (0,1,1)\n(0,,0)\n", 2, 4, "expected a label"));
  CHECK(is_refused("des (0,1,1)\n(0,a)\n", 2, 6, "a label is missing"));
  CHECK(is_refused("des (0,1,1)\n(0,a\x01,0)\n", 2, 5, "control character"));
  CHECK(is_refused("des (0,1,1)\n(0,a,x)\n", 2, 6, "expected a number"));
  CHECK(is_refused("des (0,1,1)\n(0,a,1)\n", 2, 6, "last state is 0"));
  CHECK(is_refused("des (0,1,1)\n(0,a,0\n", 2, 7, "`)` is missing"));
}

TEST(wrong_counts_are_refused) {
  CHECK(is_refused("des (0,2,1)\n(0,a,0)\n", 1, 1, "the file has 1"));
  CHECK(is_refused("des (0,0,1)\n(0,a,0)\n", 2, 1, "too many"));
  CHECK(is_refused("des (0,4294967295,1)\n", 1, 8, "at most 4294967294"));
  CHECK(is_refused("des (0,99999999999999999999999,1)\n", 1, 8, "too large"));
  CHECK(is_refused("des (0,4294967294,4294967294)\n(0,a,0)\n", 1, 1,
                   "the file has 1"));
  CHECK(is_refused("des (0,1,4294967294)\n(0,a,4294967293)\n", 1, 1,
                   "cannot name so many"));
}

/* A line that never ends must not eat the machine. */
TEST(an_endless_line_is_refused) {
  struct buffer text = {0};
  struct reading r;
  buffer_puts(&text, "des (0, 2, 2)\n(0, ");
  for (int i = 0; i < 3 << 20; i++)
    buffer_putc(&text, 'x');
  read_bytes(&r, text.text, text.length);
  CHECK(r.status == STATUS_BAD_INPUT && diag_errors(r.diag) == 1);
  CHECK(strstr(diag_message(r.diag, 0)->text, "too long"));
  reading_clear(&r);
  buffer_free(&text);
}

RUN_TESTS(RUN(labels_are_quoted_or_not), RUN(what_is_written_is_read_again),
          RUN(a_line_may_lie_in_several_pieces),
          RUN(what_is_wrong_is_said_with_its_place),
          RUN(wrong_counts_are_refused), RUN(an_endless_line_is_refused))
