/* Compiles expressions: one pass over the tree, operands before operators.
 *
 * A chain of && or || is left where its value is known, as in C.  A comparison
 * or sum with a constant takes it as part of the instruction, and so does a
 * plain array element its bound.  What needs more than a number (run,
 * poll, remote references) becomes a DETAIL that the machine hands to C code.
 */
#include "engine/bytecode/compile.h"

#include "base/vec.h"
#include "model/layout.h"

#include <assert.h>
#include <string.h>

struct compiler {
  struct program *program;
  VEC(struct insn) code;
  uint32_t depth;    /* values on the stack at this point */
  VEC(size_t) skips; /* out of the chains of && and || around this point */
};

static void compile(struct compiler *compiler, const struct expr *expr);

static size_t emit(struct compiler *compiler, enum opcode op, int32_t value,
                   int change) {
  vec_push(&compiler->code,
           ((struct insn){.op = (uint16_t)op, .small = 0, .value = value}));
  compiler->depth = (uint32_t)((int)compiler->depth + change);
  if (compiler->depth > compiler->program->stack_need)
    compiler->program->stack_need = compiler->depth;
  return compiler->code.count - 1;
}

static void land_here(struct compiler *compiler, size_t jump) {
  compiler->code.items[jump].value =
      (int32_t)(compiler->code.count - jump); /* relative */
}

struct cell program_cell(const struct type *type, bool in_array) {
  switch (type->kind) {
  case TYPE_BIT:
  case TYPE_BOOL:
    return (struct cell){CELL_U8, in_array ? 8 : 1};
  case TYPE_SHORT:
    return (struct cell){CELL_S16, 16};
  case TYPE_INT:
    return (struct cell){CELL_S32, 32};
  case TYPE_UNSIGNED: {
    const uint8_t width = layout_width(type);
    return (struct cell){width == 1   ? CELL_U8
                         : width == 2 ? CELL_U16
                                      : CELL_S32,
                         type->bits};
  }
  default:
    return (struct cell){CELL_U8, 8};
  }
}

enum area compile_area(const struct var *var) {
  if (var->outside)
    return AREA_OUTSIDE;
  return var->scope == SCOPE_LOCAL ? AREA_LOCAL : AREA_GLOBAL;
}

static bool constant_index(const struct ref *part, int64_t *index) {
  *index = 0;
  if (!part->index)
    return true;
  if (part->index->kind != EXPR_CONST)
    return false;
  *index = part->index->value;
  return *index >= 0 && *index < part->var->count;
}

/* Emits code that leaves the changing part of the offset on the stack; gives
 * the fixed part.  *changes is false when there is no changing part.
 */
static uint32_t compile_offset(struct compiler *compiler, const struct ref *ref,
                               bool *changes, struct cell *cell) {
  uint32_t fixed = 0;
  *changes = false;
  for (const struct ref *part = ref; part; part = part->field) {
    fixed += part->var->offset;
    *cell = program_cell(&part->var->type, part->var->is_array);
    int64_t index;
    if (constant_index(part, &index)) {
      fixed += (uint32_t)index * part->var->stride;
      continue;
    }
    compile(compiler, part->index);
    emit(compiler, OP_INDEX, (int32_t)part->var->count, 0);
    if (part->var->stride != 1)
      emit(compiler, OP_OFFSET, (int32_t)part->var->stride, 0);
    if (*changes)
      emit(compiler, OP_ADD, 0, -1);
    *changes = true;
  }
  return fixed;
}

/* The load of an element of a plain array in one instruction; OP_END where
 * there is none for it.
 */
static enum opcode element_load(const struct ref *ref, enum area area) {
  const struct var *var = ref->var;
  int64_t index;
  if (ref->field || constant_index(ref, &index) || var->count > UINT16_MAX)
    return OP_END;
  const enum cell_kind kind = program_cell(&var->type, true).kind;
  if (kind == CELL_U8 && var->stride == 1)
    return area == AREA_GLOBAL  ? OP_GLOBAL_U8_IN
           : area == AREA_LOCAL ? OP_LOCAL_U8_IN
                                : OP_END;
  if (kind == CELL_S32 && var->stride == sizeof(int32_t))
    return area == AREA_GLOBAL  ? OP_GLOBAL_S32_IN
           : area == AREA_LOCAL ? OP_LOCAL_S32_IN
                                : OP_END;
  return OP_END;
}

static void compile_element(struct compiler *compiler, const struct ref *ref,
                            enum opcode load) {
  const bool of_pid = load == OP_GLOBAL_U8_IN && ref->index->kind == EXPR_PID;
  if (!of_pid)
    compile(compiler, ref->index);
  const size_t at = emit(compiler, of_pid ? OP_GLOBAL_U8_OF_PID : load,
                         (int32_t)ref->var->offset, of_pid);
  compiler->code.items[at].small = (uint16_t)ref->var->count;
}

static void compile_ref(struct compiler *compiler, const struct ref *ref) {
  static const enum opcode fixed_loads[3][4] = {
      {OP_GLOBAL_U8, OP_GLOBAL_U16, OP_GLOBAL_S16, OP_GLOBAL_S32},
      {OP_LOCAL_U8, OP_LOCAL_U16, OP_LOCAL_S16, OP_LOCAL_S32},
      {OP_OUTSIDE_U8, OP_OUTSIDE_U16, OP_OUTSIDE_S16, OP_OUTSIDE_S32},
  };
  static const enum opcode moving_loads[3] = {OP_GLOBAL_AT, OP_LOCAL_AT,
                                              OP_OUTSIDE_AT};
  const enum area area = compile_area(ref->var);
  const enum opcode element = element_load(ref, area);
  if (element != OP_END) {
    compile_element(compiler, ref, element);
    return;
  }
  struct cell cell = {0};
  bool changes;
  const uint32_t fixed = compile_offset(compiler, ref, &changes, &cell);
  if (!changes) {
    emit(compiler, fixed_loads[area][cell.kind], (int32_t)fixed, 1);
    return;
  }
  const size_t at = emit(compiler, moving_loads[area], (int32_t)fixed, 0);
  compiler->code.items[at].small = cell.kind;
}

static enum opcode plain_opcode(enum expr_kind kind) {
  static const enum opcode ops[] = {
      [EXPR_ADD] = OP_ADD,
      [EXPR_SUB] = OP_SUB,
      [EXPR_MUL] = OP_MUL,
      [EXPR_DIV] = OP_DIV,
      [EXPR_MOD] = OP_MOD,
      [EXPR_BIT_AND] = OP_BIT_AND,
      [EXPR_BIT_OR] = OP_BIT_OR,
      [EXPR_BIT_XOR] = OP_BIT_XOR,
      [EXPR_SHIFT_LEFT] = OP_SHIFT_LEFT,
      [EXPR_SHIFT_RIGHT] = OP_SHIFT_RIGHT,
      [EXPR_LT] = OP_LT,
      [EXPR_LE] = OP_LE,
      [EXPR_GT] = OP_GT,
      [EXPR_GE] = OP_GE,
      [EXPR_EQ] = OP_EQ,
      [EXPR_NE] = OP_NE,
  };
  return ops[kind];
}

/* The same with a constant on the right; OP_END where there is none. */
static enum opcode constant_opcode(enum expr_kind kind) {
  switch (kind) {
  case EXPR_ADD:
    return OP_ADD_C;
  case EXPR_SUB:
    return OP_SUB_C;
  case EXPR_BIT_AND:
    return OP_BIT_AND_C;
  case EXPR_LT:
    return OP_LT_C;
  case EXPR_LE:
    return OP_LE_C;
  case EXPR_GT:
    return OP_GT_C;
  case EXPR_GE:
    return OP_GE_C;
  case EXPR_EQ:
    return OP_EQ_C;
  case EXPR_NE:
    return OP_NE_C;
  default:
    return OP_END;
  }
}

static void compile_binary(struct compiler *compiler, const struct expr *expr) {
  compile(compiler, expr->a);
  const enum opcode with_constant = constant_opcode(expr->kind);
  if (expr->b->kind == EXPR_CONST && with_constant != OP_END) {
    emit(compiler, with_constant, expr->b->value, 0);
    return;
  }
  compile(compiler, expr->b);
  emit(compiler, plain_opcode(expr->kind), 0, -1);
}

/* Is the value 0 or 1 whatever the state? */
static bool is_truth(const struct expr *expr) {
  switch (expr->kind) {
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_GT:
  case EXPR_GE:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_NOT:
  case EXPR_AND:
  case EXPR_OR:
    return true;
  default:
    return false;
  }
}

/* The comparison with a constant and the skip after it in one; OP_END where
 * there is none.
 */
static enum opcode comparing_skip(const struct expr *operand,
                                  const struct insn *last, bool is_and) {
  if (last->value < 0 || last->value > UINT16_MAX)
    return OP_END;
  if (operand->kind == EXPR_EQ && last->op == OP_EQ_C)
    return is_and ? OP_EQ_C_AND : OP_EQ_C_OR;
  if (operand->kind == EXPR_NE && last->op == OP_NE_C)
    return is_and ? OP_NE_C_AND : OP_NE_C_OR;
  return OP_END;
}

/* Emits the skip out of a chain that comes after an operand. */
static void emit_skip(struct compiler *compiler, const struct expr *operand,
                      bool is_and) {
  struct insn *last = &compiler->code.items[compiler->code.count - 1];
  const enum opcode joined = comparing_skip(operand, last, is_and);
  if (joined == OP_END) {
    emit(compiler, is_and ? OP_AND_SKIP : OP_OR_SKIP, 0, -1);
  } else {
    last->op = (uint16_t)joined;
    last->small = (uint16_t)last->value;
    compiler->depth--;
  }
  vec_push(&compiler->skips, compiler->code.count - 1);
}

/* Emits the operands of a chain of one kind, with skips between them. */
static void compile_chain(struct compiler *compiler, const struct expr *expr,
                          enum expr_kind kind, bool is_last) {
  if (expr->kind == kind) {
    compile_chain(compiler, expr->a, kind, false);
    compile_chain(compiler, expr->b, kind, is_last);
    return;
  }
  compile(compiler, expr);
  if (!is_last)
    emit_skip(compiler, expr, kind == EXPR_AND);
  else if (!is_truth(expr))
    emit(compiler, OP_TRUTH, 0, 0);
}

static void compile_logic(struct compiler *compiler, const struct expr *expr) {
  const size_t outer = compiler->skips.count;
  compile_chain(compiler, expr, expr->kind, true);
  while (compiler->skips.count > outer)
    land_here(compiler, vec_pop(&compiler->skips));
}

static void compile_condition(struct compiler *compiler,
                              const struct expr *expr) {
  compile(compiler, expr->a);
  const size_t otherwise = emit(compiler, OP_JUMP_IF_ZERO, 0, -1);
  compile(compiler, expr->b);
  const size_t end = emit(compiler, OP_JUMP, 0, -1);
  land_here(compiler, otherwise);
  compile(compiler, expr->c);
  land_here(compiler, end);
}

static void compile_detail(struct compiler *compiler, const struct expr *expr) {
  struct program *program = compiler->program;
  struct expr_detail *detail = ARENA_NEW(program->arena, struct expr_detail);
  detail->expr = expr;
  detail->operand = compile_expr(program, expr->a);
  detail->args = compile_args(program, expr->args, expr->arg_count);
  detail->arg_count = expr->arg_count;
  detail->patterns =
      compile_patterns(program, expr->patterns, expr->pattern_count);
  detail->pattern_count = expr->pattern_count;
  if (expr->kind == EXPR_REMOTE)
    detail->place = compile_place(program, expr->ref);
  const uint32_t count = program->detail_count;
  if ((count & (count - 1)) == 0) {
    struct expr_detail **grown = ARENA_ARRAY(
        program->arena, struct expr_detail *, count ? 2 * count : 1);
    if (count)
      memcpy(grown, program->details, count * sizeof *grown);
    program->details = grown;
  }
  program->details[program->detail_count++] = detail;
  emit(compiler, OP_DETAIL, (int32_t)count, 1);
}

static void compile_unary(struct compiler *compiler, const struct expr *expr,
                          enum opcode op) {
  compile(compiler, expr->a);
  emit(compiler, op, 0, 0);
}

static void compile(struct compiler *compiler, const struct expr *expr) {
  switch (expr->kind) {
  case EXPR_CONST:
    emit(compiler, OP_CONST, expr->value, 1);
    break;
  case EXPR_REF:
    compile_ref(compiler, expr->ref);
    break;
  case EXPR_NEGATE:
    compile_unary(compiler, expr, OP_NEGATE);
    break;
  case EXPR_NOT:
    compile_unary(compiler, expr, OP_NOT);
    break;
  case EXPR_COMPLEMENT:
    compile_unary(compiler, expr, OP_COMPLEMENT);
    break;
  case EXPR_AND:
  case EXPR_OR:
    compile_logic(compiler, expr);
    break;
  case EXPR_COND:
    compile_condition(compiler, expr);
    break;
  case EXPR_LEN:
    compile_unary(compiler, expr, OP_LEN);
    break;
  case EXPR_FULL:
    compile_unary(compiler, expr, OP_FULL);
    break;
  case EXPR_NFULL:
    compile_unary(compiler, expr, OP_NFULL);
    break;
  case EXPR_EMPTY:
    compile_unary(compiler, expr, OP_EMPTY);
    break;
  case EXPR_NEMPTY:
    compile_unary(compiler, expr, OP_NEMPTY);
    break;
  case EXPR_PID:
    emit(compiler, OP_PID, 0, 1);
    break;
  case EXPR_NR_PR:
    emit(compiler, OP_NR_PR, 0, 1);
    break;
  case EXPR_LAST:
    emit(compiler, OP_LAST, 0, 1);
    break;
  case EXPR_PRIORITY:
    emit(compiler, OP_PRIORITY, 0, 1);
    break;
  case EXPR_TIMEOUT:
    emit(compiler, OP_TIMEOUT, 0, 1);
    break;
  case EXPR_RUN:
  case EXPR_POLL:
  case EXPR_ENABLED:
  case EXPR_PC_VALUE:
  case EXPR_GET_PRIORITY:
  case EXPR_AT:
  case EXPR_REMOTE:
  case EXPR_NP:
  case EXPR_ACCEPTING:
  case EXPR_MOVES:
  case EXPR_SENDS:
  case EXPR_RECEIVES:
  case EXPR_PASSES:
  case EXPR_EXECUTES:
    compile_detail(compiler, expr);
    break;
  default:
    compile_binary(compiler, expr);
    break;
  }
}

static const struct insn *finish(struct compiler *compiler) {
  emit(compiler, OP_END, 0, 0);
  struct insn *code =
      ARENA_ARRAY(compiler->program->arena, struct insn, compiler->code.count);
  memcpy(code, compiler->code.items,
         compiler->code.count * sizeof(struct insn));
  vec_free(&compiler->code);
  vec_free(&compiler->skips);
  return code;
}

const struct insn *compile_expr(struct program *program,
                                const struct expr *expr) {
  if (!expr)
    return NULL;
  struct compiler compiler = {.program = program};
  compile(&compiler, expr);
  return finish(&compiler);
}

static const struct var *last_var(const struct ref *ref) {
  while (ref->field)
    ref = ref->field;
  return ref->var;
}

struct place compile_place(struct program *program, const struct ref *ref) {
  struct compiler compiler = {.program = program};
  struct place place = {.area = compile_area(ref->var), .var = last_var(ref)};
  bool changes;
  place.offset = compile_offset(&compiler, ref, &changes, &place.cell);
  if (changes)
    place.code = finish(&compiler);
  else
    vec_free(&compiler.code);
  return place;
}

struct command_pattern *compile_patterns(struct program *program,
                                         const struct pattern *patterns,
                                         uint32_t count) {
  struct command_pattern *out =
      ARENA_ARRAY(program->arena, struct command_pattern, count);
  for (uint32_t i = 0; i < count; i++) {
    out[i].kind = patterns[i].kind;
    if (patterns[i].kind == PATTERN_BIND) {
      out[i].place = compile_place(program, patterns[i].ref);
    } else if (patterns[i].kind == PATTERN_MATCH) {
      out[i].is_constant = patterns[i].value->kind == EXPR_CONST;
      out[i].constant = patterns[i].value->value;
      out[i].value = compile_expr(program, patterns[i].value);
    }
  }
  return out;
}

const struct insn **compile_args(struct program *program,
                                 struct expr *const *args, uint32_t count) {
  const struct insn **out =
      ARENA_ARRAY(program->arena, const struct insn *, count);
  for (uint32_t i = 0; i < count; i++)
    out[i] = compile_expr(program, args[i]);
  return out;
}
