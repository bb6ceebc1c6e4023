/* From a program to loaded code.
 *
 *   waiting    the work has just begun; most models are done with before more
 *              is worth while.  Then the text is generated, and looked for in
 *              the cache
 *   resting    it is not there; the compiler waits for work that lasts
 *   compiling  it works in the background
 *   done       the code is loaded, or there is none to be had
 *
 * Code is compiled quickly first.  When the work lasts much longer, it is
 * compiled again, thoroughly, and exchanged.
 *
 * The key in the cache is a digest of the text, of Lariat's version, and of all
 * the output depends on besides.
 */
#include "engine/native/supply.h"

#include "base/digest.h"
#include "base/memory.h"
#include "base/seconds.h"
#include "engine/native/cache.h"
#include "engine/native/compiler.h"
#include "engine/native/generate.h"
#include "engine/native/object.h"

#include <unistd.h>

/* The text of runtime.h. */
extern const char native_runtime_text[];
extern const size_t native_runtime_text_length;

enum {
  CALLS_A_LOOK = 256, /* between two looks at the clock */
  SOONER = 4,
};

/* From the first call on, in seconds of work. */
static const double LOOK_AFTER = 0.02;

/* The compiler takes 50 milliseconds, and two microseconds for each byte of
 * text, twice as much when it is thorough; native code saves a third of the
 * time or more, so work gains that lasts three times as long.  How long it will
 * last, nobody knows; most work that lasts until then lasts longer.  Thorough
 * work saves a twentieth, or half where a location has many statements and the
 * store is fast.
 *
 * Only work counts that the code would do, and a call takes no longer than
 * this: where most is known already (engine/memo/), there is little of it.
 * Thorough code may be faster than to look up what is known: who does that says
 * when all counts.
 */
static const double LONGEST_CALL = 4e-6, LONGEST_PART = 1e-6;
static const struct {
  double for_a_byte, least, most;
} COMPILE_AFTER[GRADES] = {{1e-6, 0.12, 0.3}, {20e-6, 1.0, 20.0}};

static const char source_name[] = "model.c", output_name[] = "model.so";

enum stage { WAITING, RESTING, COMPILING, DONE };

/* Of code in the cache. */
struct key {
  char text[2 * DIGEST_BYTES + 1];
};

struct supply {
  const struct program *program;
  const struct engine_config *config;
  enum stage stage;
  unsigned countdown; /* calls to the next look at the clock */
  double most_work;   /* seconds that the calls can have taken */
  double start;
  struct buffer texts[GRADES], compiler;
  enum grade grade; /* that is looked for */
  bool is_known;    /* quick code was in the cache: the model comes again */
  struct cache cache;
  struct workplace workplace;
  pid_t process;
  struct object objects[GRADES];  /* none is unloaded while it may be in use */
  const struct native_unit *unit; /* of the best one */
  const char *problem;
};

struct supply *supply_open(const struct program *program,
                           const struct engine_config *config) {
  struct supply *supply = memory_alloc(sizeof *supply);
  supply->program = program;
  supply->config = config;
  supply->countdown = CALLS_A_LOOK;
  supply->cache.folder = supply->workplace.folder = -1;
  supply->start = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
  return supply;
}

static void end_work(struct supply *supply) {
  if (supply->workplace.folder >= 0)
    cache_end(&supply->cache, &supply->workplace);
  cache_close(&supply->cache);
  for (unsigned grade = 0; grade < GRADES; grade++)
    buffer_free(&supply->texts[grade]);
  buffer_free(&supply->compiler);
  supply->stage = DONE;
}

void supply_close(struct supply *supply) {
  if (!supply)
    return;
  if (supply->stage == COMPILING)
    compiler_stop(supply->process);
  end_work(supply);
  for (unsigned grade = 0; grade < GRADES; grade++)
    object_unload(&supply->objects[grade]);
  memory_free(supply);
}

static void give_up(struct supply *supply, const char *problem) {
  if (!supply->unit)
    supply->problem = problem;
  end_work(supply);
}

/* Loads code of the grade that is looked for; better code may follow. */
static bool load(struct supply *supply, int file) {
  struct object *object = &supply->objects[supply->grade];
  if (!object_load(object, file, supply->program))
    return false;
  supply->unit = object->unit;
  if (supply->grade == GRADE_THOROUGH)
    end_work(supply);
  supply->grade = GRADE_THOROUGH;
  return true;
}

/* What is compiled for the grade that is looked for. */
static const struct buffer *text_of(const struct supply *supply) {
  return &supply->texts[supply->grade];
}

/* Of the grade that is looked for. */
static struct key make_key(const struct supply *supply) {
  const struct buffer *text = text_of(supply);
  struct buffer rest = {0};
  struct digest digest;
  struct key key;
  buffer_printf(&rest, "%s ", LARIAT_VERSION);
  compiler_identify(buffer_text(&supply->compiler), &rest);
  digest_init(&digest);
  digest_add(&digest, buffer_text(&rest), rest.length + 1);
  digest_add(&digest, buffer_text(text), text->length);
  digest_text(&digest, key.text);
  buffer_free(&rest);
  return key;
}

bool supply_text(const struct program *program,
                 const struct engine_config *config, enum grade grade,
                 struct buffer *out) {
  buffer_puts(out, "#define NATIVE_MODEL\n");
  buffer_add(out, native_runtime_text, native_runtime_text_length);
  return native_generate(program, config, grade == GRADE_QUICK, out);
}

/* Generates the text of a grade, unless it is there. */
static bool make_text(struct supply *supply, enum grade grade) {
  struct buffer *text = &supply->texts[grade];
  return text->length > 0 ||
         supply_text(supply->program, supply->config, grade, text);
}

/* Looks for code of one grade in the cache. */
static bool look_for(struct supply *supply, enum grade grade) {
  supply->grade = grade;
  (void)make_text(supply, grade); /* there is one of each grade, or of none */
  const struct key key = make_key(supply);
  const int file = cache_find(&supply->cache, key.text);
  return file >= 0 && load(supply, file);
}

/* Looks for code in the cache, if there is any to be had. */
static void look(struct supply *supply) {
  if (!make_text(supply, GRADE_THOROUGH)) {
    end_work(supply); /* nothing is lost */
    return;
  }
  if (supply->texts[GRADE_THOROUGH].length > NATIVE_LONGEST_TEXT) {
    give_up(supply, "the model is too large to be compiled");
  } else if (!compiler_find(&supply->compiler)) {
    give_up(supply, "there is no C compiler (cc) on this machine");
  } else if (!cache_open(&supply->cache)) {
    give_up(supply, "there is no folder to compile in");
  } else {
    supply->stage = RESTING;
    if (!look_for(supply, GRADE_THOROUGH))
      supply->is_known = look_for(supply, GRADE_QUICK);
  }
}

static void compile(struct supply *supply) {
  if (!cache_begin(&supply->cache, &supply->workplace) ||
      !cache_write(&supply->workplace, source_name,
                   buffer_text(text_of(supply)), text_of(supply)->length)) {
    give_up(supply, "the model cannot be written for the C compiler");
    return;
  }
  supply->process =
      compiler_start(buffer_text(&supply->compiler), supply->workplace.folder,
                     source_name, output_name);
  supply->stage = COMPILING;
  if (supply->process < 0)
    give_up(supply, "the C compiler cannot be started");
}

static void collect(struct supply *supply) {
  const struct key key = make_key(supply);
  int file = -1;
  if (cache_keep(&supply->cache, &supply->workplace, output_name, key.text))
    file = cache_find(&supply->cache, key.text);
  if (file < 0) {
    give_up(supply, "the C compiler's output cannot be read");
    return;
  }
  cache_prune(&supply->cache);
  cache_end(&supply->cache, &supply->workplace);
  supply->stage = RESTING;
  if (!load(supply, file))
    give_up(supply, "the compiled model cannot be loaded");
}

static void look_after(struct supply *supply, bool patient) {
  switch (compiler_ask(supply->process, patient)) {
  case COMPILER_BUSY:
    if (patient) {
      compiler_stop(supply->process);
      end_work(supply);
    }
    break;
  case COMPILER_DONE:
    collect(supply);
    break;
  case COMPILER_FAILED:
    give_up(supply, "the C compiler failed");
    break;
  }
}

/* When the compiler begins: sooner for a model that comes again and again. */
static double compiling_time(const struct supply *supply, enum grade grade) {
  const double least = COMPILE_AFTER[grade].least,
               most = COMPILE_AFTER[grade].most,
               time = COMPILE_AFTER[grade].for_a_byte *
                      (double)(supply->texts[grade].length -
                               native_runtime_text_length),
               limited = time < least  ? least
                         : time > most ? most
                                       : time;
  return supply->is_known ? limited / SOONER : limited;
}

/* Shall the compiler begin?  Work for which no quick code was wanted may last
 * until thorough code is: all of it, if `any` counts.
 */
static bool is_time(struct supply *supply, double passed, bool any) {
  const double work = supply->most_work < passed ? supply->most_work : passed;
  const bool is_late =
      (any ? passed : work) >= compiling_time(supply, GRADE_THOROUGH);
  if (is_late || supply->grade == GRADE_THOROUGH) {
    supply->grade = GRADE_THOROUGH;
    return is_late;
  }
  return work >= compiling_time(supply, GRADE_QUICK);
}

/* Goes one stage further if it is time. */
static void proceed(struct supply *supply, bool any) {
  const double passed = seconds_on(CLOCK_PROCESS_CPUTIME_ID) - supply->start;
  switch (supply->stage) {
  case WAITING:
    if (passed >= LOOK_AFTER)
      look(supply);
    break;
  case RESTING:
    if (is_time(supply, passed, any))
      compile(supply);
    break;
  case COMPILING:
    look_after(supply, false);
    break;
  case DONE:
    break;
  }
}

static const struct native_unit *look_again(struct supply *supply, bool any) {
  supply->countdown = CALLS_A_LOOK;
  proceed(supply, any);
  return supply->unit;
}

const struct native_unit *supply_look(struct supply *supply) {
  return look_again(supply, true);
}

const struct native_unit *supply_ask(struct supply *supply, bool in_part) {
  supply->most_work += in_part ? LONGEST_PART : LONGEST_CALL;
  return --supply->countdown > 0 ? supply->unit : look_again(supply, false);
}

static bool has_code(const struct supply *supply, enum grade grade) {
  return supply->objects[grade].unit || supply->objects[GRADE_THOROUGH].unit;
}

const struct native_unit *supply_wait(struct supply *supply, enum grade grade) {
  if (supply->stage == WAITING)
    look(supply);
  if (grade == GRADE_THOROUGH)
    supply->grade = grade;
  while (supply->stage != DONE && !has_code(supply, grade))
    if (supply->stage == COMPILING)
      look_after(supply, true);
    else
      compile(supply);
  return supply->unit;
}

const struct native_unit *supply_thorough(const struct supply *supply) {
  return supply->objects[GRADE_THOROUGH].unit;
}

bool supply_is_open(const struct supply *supply) {
  return supply->stage != DONE;
}

const char *supply_problem(const struct supply *supply) {
  return supply->problem;
}
