package dev.tenure.record.index.aggregate;

import static dev.tenure.record.index.aggregate.SubjectStore.delete;
import static dev.tenure.record.index.aggregate.SubjectStore.save;
import static dev.tenure.record.index.aggregate.SubjectStore.slot;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorLaw;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Sets of positions, put together; positions that records leave and take. */
final class BitmapQueryTest {
  private static final Index BITS =
      Index.aggregate("bits", Index.BITMAP_VALUE, field("team"), field("slot"))
          .option(Index.BITMAP_ENTRY_SIZE, "16");
  private static final Index TAGGED =
      Index.aggregate("tagged", Index.BITMAP_VALUE, field("tag", FanType.FAN_OUT), field("slot"))
          .option(Index.BITMAP_ENTRY_SIZE, "16");

  private static BitmapQuery bits(RecordStore store, String team) {
    return BitmapQuery.of(store.index("bits"), Tuple.from(team));
  }

  private static BitmapQuery tagged(RecordStore store, String tag) {
    return BitmapQuery.of(store.index("tagged"), Tuple.from(tag));
  }

  private static List<Long> positions(BitmapQuery query, RecordStore store) {
    return store
        .context()
        .join(query.positions(Continuation.START, ScanOptions.defaults()).asList());
  }

  private static List<Long> positions(SubjectStore store, Function<RecordStore, BitmapQuery> of) {
    List<Long> found = new ArrayList<>();
    store.in(
        open -> {
          found.clear();
          found.addAll(positions(of.apply(open), open));
        });
    return found;
  }

  /** Subjects at random positions, also negative ones, in two teams with some of two tags. */
  private static List<Subject> fill(SubjectStore store, RandomGenerator random) {
    NavigableSet<Long> slots = new TreeSet<>();
    while (slots.size() < 60) {
      slots.add(random.nextLong(-80, 200));
    }
    slots.add(Long.MAX_VALUE);
    List<Subject> subjects = new ArrayList<>();
    for (long position : slots) {
      Subject.Builder subject =
          slot(random.nextBoolean() ? "red" : "blue", position, position).toBuilder();
      if (random.nextBoolean()) {
        subject.addTag("x");
      }
      if (random.nextBoolean()) {
        subject.addTag("y");
      }
      subjects.add(subject.build());
    }
    store.save(subjects.toArray(new Subject[0]));
    return subjects;
  }

  private static List<Long> slots(List<Subject> subjects, Predicate<Subject> accepted) {
    return subjects.stream().filter(accepted).map(Subject::getSlot).sorted().toList();
  }

  @Test
  void setsArePutTogetherAsBruteForceDoes() {
    RandomGenerator random = Seeds.random("BitmapQueryTest");
    try (SubjectStore store = new SubjectStore(BITS, TAGGED)) {
      List<Subject> all = fill(store, random);
      Predicate<Subject> red = each -> each.getTeam().equals("red");
      Predicate<Subject> x = each -> each.getTagList().contains("x");
      Predicate<Subject> y = each -> each.getTagList().contains("y");
      assertEquals(slots(all, red), positions(store, open -> bits(open, "red")));
      assertEquals(
          slots(all, red.and(x)),
          positions(store, open -> bits(open, "red").and(tagged(open, "x"))));
      assertEquals(
          slots(all, x.or(y)), positions(store, open -> tagged(open, "x").or(tagged(open, "y"))));
      assertEquals(
          slots(all, x.and(y.negate()).or(red.and(y))),
          positions(
              store,
              open ->
                  tagged(open, "x")
                      .andNot(tagged(open, "y"))
                      .or(bits(open, "red").and(tagged(open, "y")))));
      assertEquals(List.of(), positions(store, open -> bits(open, "red").and(bits(open, "none"))));
    }
  }

  @Test
  void positionsCanBeStoppedAnywhere() {
    RandomGenerator random = Seeds.random("BitmapQueryTest law");
    try (SubjectStore store = new SubjectStore(BITS, TAGGED)) {
      List<Subject> all = fill(store, random);
      List<Long> whole =
          CursorLaw.check(
              "positions",
              (from, options) -> results(store, from, options),
              ScanOptions.defaults(),
              random);
      assertEquals(
          slots(all, each -> each.getTeam().equals("red") && !each.getTagList().contains("x")),
          whole);
    }
  }

  private static List<CursorResult<Long>> results(
      SubjectStore store, Continuation from, ScanOptions options) {
    List<CursorResult<Long>> found = new ArrayList<>();
    store.in(
        open ->
            found.addAll(
                open.context()
                    .join(
                        CursorLaw.results(
                            bits(open, "red")
                                .andNot(tagged(open, "x"))
                                .positions(from, options)
                                .map(
                                    position -> {
                                      store.test.clock.advance(CursorLaw.ROW_TIME);
                                      return position;
                                    })))));
    return found;
  }

  @Test
  void continuationGoesOnWhateverHasChanged() {
    try (SubjectStore store = new SubjectStore(BITS)) {
      store.save(slot("red", 1, 1), slot("red", 5, 5), slot("red", 9, 9));
      List<Continuation> behind = new ArrayList<>();
      store.in(
          open ->
              behind.add(
                  open.context()
                      .join(
                          bits(open, "red")
                              .positions(Continuation.START, ScanOptions.defaults().withRowsMax(2))
                              .asPage())
                      .continuation()));
      store.delete("red", 5);
      store.save(slot("red", 4, 4), slot("red", 6, 6), slot("red", 40, 40));
      store.in(
          open -> {
            assertEquals(
                List.of(6L, 9L, 40L),
                open.context()
                    .join(
                        bits(open, "red")
                            .positions(behind.get(0), ScanOptions.defaults())
                            .asList()));
            RecordLayerException refused =
                assertThrows(
                    RecordLayerException.class,
                    () -> bits(open, "blue").positions(behind.get(0), ScanOptions.defaults()));
            assertEquals(Code.CONTINUATION_REFUSED, refused.code());
          });
    }
  }

  @Test
  void positionsChangeHandsInOneTransactionInAnyOrder() {
    for (Index index : List.of(BITS, BITS.unique())) {
      for (boolean scanning : new boolean[] {false, true}) {
        try (SubjectStore store = new SubjectStore(index)) {
          store.save(slot("red", 1, 5), slot("red", 2, 7), slot("red", 3, 9));
          store.in(
              open -> {
                save(open, slot("red", 1, 7));
                look(open, scanning);
                save(open, slot("red", 2, 5));
                look(open, scanning);
                delete(open, "red", 3);
                look(open, scanning);
                save(open, slot("red", 4, 9));
              });
          assertEquals(List.of(5L, 7L, 9L), positions(store, open -> bits(open, "red")));
          store.in(
              open -> {
                save(open, slot("red", 5, 11));
                look(open, scanning);
                delete(open, "red", 5);
                look(open, scanning);
                delete(open, "red", 1);
                look(open, scanning);
                save(open, slot("red", 1, 7));
              });
          assertEquals(List.of(5L, 7L, 9L), positions(store, open -> bits(open, "red")));
        }
      }
    }
  }

  private static void look(RecordStore open, boolean scanning) {
    if (scanning) {
      assertFalse(positions(bits(open, "red"), open).isEmpty());
    }
  }

  @Test
  void rowWithoutABitIsCleared() {
    try (SubjectStore store = new SubjectStore(BITS)) {
      store.save(slot("red", 1, 5), slot("red", 2, 6));
      store.delete("red", 1);
      store.delete("red", 2);
      assertEquals(List.of(), rows(store));
    }
  }

  private static List<String> rows(SubjectStore store) {
    List<String> rows = new ArrayList<>();
    store.in(
        open ->
            rows.addAll(
                open.context()
                    .join(
                        open.index("bits")
                            .entries(TupleRange.all(), Continuation.START, ScanOptions.defaults())
                            .map(String::valueOf)
                            .asList())));
    return rows;
  }

  private static void assertTwice(SubjectStore store, Subject... subjects) {
    RecordLayerException twice =
        assertThrows(RecordLayerException.class, () -> store.save(subjects));
    assertEquals(Code.UNIQUENESS_VIOLATION, twice.code());
    assertTrue(twice.toString().contains("position 5"), twice::toString);
  }

  @Test
  void uniqueIndexRefusesAPositionThatAnotherRecordHas() {
    try (SubjectStore store = new SubjectStore(BITS.unique())) {
      store.save(slot("red", 1, 5), slot("blue", 1, 5));
      assertTwice(store, slot("red", 2, 5));
      assertTwice(store, slot("rose", 1, 5), slot("rose", 2, 5));
      store.save(slot("red", 1, 5));
      assertEquals(List.of(5L), positions(store, open -> bits(open, "red")));
      store.delete("red", 1);
      store.save(slot("red", 2, 5));
      assertEquals(List.of(5L), positions(store, open -> bits(open, "red")));
    }
  }

  @Test
  void uniqueIndexRefusesTheLaterOfTwoTransactionsAndNoOthers() {
    try (SubjectStore store = new SubjectStore(BITS.unique())) {
      assertTrue(
          store.conflicts(
              open -> save(open, slot("red", 1, 5)), open -> save(open, slot("red", 2, 5))));
      assertFalse(
          store.conflicts(
              open -> save(open, slot("red", 3, 6)), open -> save(open, slot("red", 4, 7))));
      assertEquals(List.of(5L, 6L, 7L), positions(store, open -> bits(open, "red")));
    }
  }

  @Test
  void uniqueIndexIsNotBuiltOfRecordsThatContradictIt() {
    RecordMetaData without = SubjectStore.metaData(1);
    RecordMetaData with = SubjectStore.metaData(2, BITS.unique().addedVersion(2));
    for (long other : new long[] {5, 6}) {
      try (SubjectStore store = new SubjectStore(without)) {
        store.save(slot("red", 1, 5), slot("red", 2, other));
        store.test.run(
            context ->
                RecordStore.open(context, store.test.subspace, with, OpenMode.OPEN)
                    .thenAccept(
                        open ->
                            assertEquals(
                                other == 5 ? IndexState.DISABLED : IndexState.READABLE,
                                open.indexState("bits"))));
      }
    }
  }

  @Test
  void positionsNearTheBordersOfNumbersAreKeptOrRefused() {
    try (SubjectStore store = new SubjectStore(BITS.option(Index.BITMAP_ENTRY_SIZE, "24"))) {
      store.save(slot("red", 1, Long.MAX_VALUE), slot("red", 2, -1), slot("red", 3, -25));
      assertEquals(List.of(-25L, -1L, Long.MAX_VALUE), positions(store, open -> bits(open, "red")));
      RecordLayerException refused =
          assertThrows(
              RecordLayerException.class, () -> store.save(slot("red", 4, Long.MIN_VALUE)));
      assertEquals(Code.KEY_NOT_COMPUTABLE, refused.code());
    }
  }

  @Test
  void rowsOfUnlikeSizesAndReverseScansAreRefused() {
    Index wide = TAGGED.option(Index.BITMAP_ENTRY_SIZE, "32");
    try (SubjectStore store = new SubjectStore(BITS, wide)) {
      store.in(
          open -> {
            assertThrows(
                IllegalArgumentException.class, () -> bits(open, "a").and(tagged(open, "x")));
            assertThrows(
                IllegalArgumentException.class,
                () ->
                    bits(open, "a")
                        .positions(
                            Continuation.START,
                            ScanOptions.defaults()
                                .withIsolation(Isolation.SNAPSHOT)
                                .withReverse(true)));
          });
    }
  }
}
