#include "tap.h"

#include "base/digest.h"

#include <string.h>

static bool is_digest(const char *bytes, size_t length, const char *expected) {
  struct digest digest;
  char text[2 * DIGEST_BYTES + 1];
  digest_init(&digest);
  digest_add(&digest, bytes, length);
  digest_text(&digest, text);
  return strcmp(text, expected) == 0;
}

/* The examples of the standard. */
TEST(known_texts_have_their_known_digests) {
  static const char two_blocks[] =
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  CHECK(is_digest(
      "", 0,
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  CHECK(is_digest(
      "abc", 3,
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  CHECK(is_digest(
      two_blocks, strlen(two_blocks),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
}

TEST(a_text_may_come_in_pieces) {
  struct digest digest;
  char text[2 * DIGEST_BYTES + 1];
  char piece[1000];
  memset(piece, 'a', sizeof piece);
  digest_init(&digest);
  for (int i = 0; i < 1000; i++)
    digest_add(&digest, piece, sizeof piece);
  digest_text(&digest, text);
  CHECK(strcmp(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc"
                     "7112cd0") == 0);
}

RUN_TESTS(RUN(known_texts_have_their_known_digests),
          RUN(a_text_may_come_in_pieces))
