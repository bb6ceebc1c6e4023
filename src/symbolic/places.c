/* The control states found so far: an array and a table of their bytes. */
#include "symbolic/places.h"

#include "symbolic/expand.h"

void places_init(struct places *places, struct control *control, struct pv *pv,
                 const struct engine_config *config, enum integers integers) {
  *places = (struct places){.control = control,
                            .pv = pv,
                            .config = config,
                            .integers = integers,
                            .arena = arena_open(),
                            .keys = intern_open()};
}

static void clear_place(struct place *place) {
  for (size_t i = 0; i < place->edges.count; i++) {
    pvset_free(place->edges.items[i].guard);
    pvmap_free(place->edges.items[i].map);
    affine_close(place->edges.items[i].affine);
  }
  for (size_t i = 0; i < place->hazards.count; i++)
    pvset_free(place->hazards.items[i].where);
  vec_free(&place->edges);
  vec_free(&place->hazards);
}

void places_clear(struct places *places) {
  for (size_t i = 0; i < places->items.count; i++)
    clear_place(places->items.items[i]);
  vec_free(&places->items);
  map_free(&places->numbers);
  intern_close(places->keys);
  quiet_close(places->quiet);
  arena_close(places->arena);
}

uint32_t places_add(struct places *places, const uint8_t *state, size_t length,
                    int32_t owner, uint32_t claim) {
  struct buffer bytes = {0};
  buffer_add(&bytes, (const char *)&owner, sizeof owner);
  buffer_add(&bytes, (const char *)&claim, sizeof claim);
  buffer_add(&bytes, (const char *)state, length);
  const char *key = intern_text(places->keys, bytes.text, bytes.length);
  buffer_free(&bytes);
  const uintptr_t known = (uintptr_t)map_get(&places->numbers, key);
  if (known > 0)
    return (uint32_t)known - 1;
  struct place *place = ARENA_NEW(places->arena, struct place);
  place->state = (const uint8_t *)key + sizeof owner + sizeof claim;
  place->length = length;
  place->owner = owner;
  place->claim = claim;
  vec_push(&places->items, place);
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  map_put(&places->numbers, key, (void *)(uintptr_t)places->items.count);
  struct situation at;
  places_stand(places, (uint32_t)places->items.count - 1, &at);
  place->dims = at.dims;
  return (uint32_t)places->items.count - 1;
}

void places_stand(const struct places *places, uint32_t number,
                  struct situation *situation) {
  const struct place *place = places->items.items[number];
  situation->control = places->control;
  situation->pv = places->pv;
  situation->integers = places->integers;
  situation_set(situation, place->state, place->length);
}

void places_expand(struct places *places, uint32_t number) {
  if (!places->items.items[number]->expanded)
    expand_place(places, number);
  places->items.items[number]->expanded = true;
}
