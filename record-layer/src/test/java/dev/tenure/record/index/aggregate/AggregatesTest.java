package dev.tenure.record.index.aggregate;

import static dev.tenure.record.index.aggregate.SubjectStore.save;
import static dev.tenure.record.index.aggregate.SubjectStore.subject;
import static dev.tenure.record.index.aggregate.SubjectStore.value;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the values of groups are: at the borders of numbers, in a transaction, rolled up. */
final class AggregatesTest {
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final Index VERSIONS =
      Index.aggregate("versions", Index.MAX_EVER_VERSION, TEAM, version());

  private final SubjectStore store =
      new SubjectStore(
          Index.aggregate("sum", Index.SUM, TEAM, SCORE),
          Index.aggregate("cleared", Index.SUM, TEAM, SCORE).clearWhenZero(),
          Index.of("updates", Index.COUNT_UPDATES, TEAM),
          Index.aggregate("min", Index.MIN_EVER_LONG, TEAM, SCORE),
          Index.aggregate("max", Index.MAX_EVER_LONG, TEAM, SCORE),
          Index.aggregate("first", Index.MIN_EVER_TUPLE, TEAM, field("text")),
          Index.aggregate("least", Index.PERMUTED_MIN, concat(TEAM, field("id")), SCORE)
              .option(Index.PERMUTED_SIZE, "1"),
          Index.aggregate("tags", Index.COUNT_NOT_NULL, empty(), field("tag", FanType.FAN_OUT)),
          VERSIONS);

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void extremaOfAllTimesKnowNegativeNumbersAndTheBorders() {
    long[] numbers = {3, 0, -1, -256, Long.MAX_VALUE, Long.MIN_VALUE, 1};
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (long number : numbers) {
      store.save(subject("a", 1, number));
      min = Math.min(min, number);
      max = Math.max(max, number);
      assertEquals(Optional.of(Tuple.from(min)), store.value("min", "a"));
      assertEquals(Optional.of(Tuple.from(max)), store.value("max", "a"));
    }
    store.delete("a", 1);
    assertEquals(Optional.of(Tuple.from(Long.MIN_VALUE)), store.value("min", "a"));
    assertEquals(Optional.empty(), store.value("min", "b"));
  }

  @Test
  void leastTupleIsOfTheShorterOfTwoThatBeginAlike() {
    for (String text : List.of("b", "a\0b", "a\0", "a", "ab")) {
      store.save(subject("t", 1).toBuilder().setText(text).build());
    }
    assertEquals(Optional.of(Tuple.from("a")), store.value("first", "t"));
    store.save(subject("t", 1).toBuilder().setText("").build());
    assertEquals(Optional.of(Tuple.from("")), store.value("first", "t"));
  }

  @Test
  void sumBeyondSixtyFourBitsWrapsAroundAndComesBack() {
    store.save(subject("a", 1, Long.MAX_VALUE), subject("a", 2, 1));
    assertEquals(Optional.of(Tuple.from(Long.MIN_VALUE)), store.value("sum", "a"));

    store.delete("a", 2);

    assertEquals(Optional.of(Tuple.from(Long.MAX_VALUE)), store.value("sum", "a"));
  }

  @Test
  void sumThatComesToZeroFromEitherSideIsClearedWhenSoDefined() {
    for (long number : new long[] {5, -5}) {
      store.save(subject("a", 1, number));
      store.save(subject("a", 2, -number));
      assertEquals(Optional.of(Tuple.from(0)), store.value("sum", "a"));
      assertEquals(Optional.empty(), store.value("cleared", "a"));
      store.delete("a", 1);
      assertEquals(Optional.of(Tuple.from(-number)), store.value("cleared", "a"));
      store.delete("a", 2);
    }
  }

  @Test
  void everySaveIsAnUpdateAlsoOneThatChangesNothing() {
    store.save(subject("a", 1), subject("a", 1));
    store.save(subject("a", 1));
    store.delete("a", 1);

    assertEquals(Optional.of(Tuple.from(3)), store.value("updates", "a"));
  }

  @Test
  void repeatedElementsAreCountedAsOftenAsTheyAre() {
    store.save(subject("a", 1).toBuilder().addTag("x").addTag("x").addTag("y").build());
    assertEquals(Optional.of(Tuple.from(3)), store.value("tags"));

    store.save(subject("a", 1).toBuilder().addTag("x").build());

    assertEquals(Optional.of(Tuple.from(1)), store.value("tags"));
  }

  @Test
  void transactionSeesWhatItHasChanged() {
    store.save(subject("a", 1, 4));
    store.in(
        open -> {
          save(open, subject("a", 2, -6), subject("b", 1, 9));
          assertEquals(Optional.of(Tuple.from(-2)), value(open, "sum", "a"));
          assertEquals(Optional.of(Tuple.from(-6)), value(open, "min", "a"));
          assertEquals(Optional.of(Tuple.from(9)), value(open, "max", "b"));
          assertEquals(Optional.of(Tuple.from(-6)), value(open, "least", "a", 2));
          assertFalse(versionOf(value(open, "versions", "b")).isComplete());
          assertEquals(List.of("a=-2", "b=9"), groups(open, "sum"));
          save(open, subject("b", 2, 1));
          assertEquals(Optional.of(Tuple.from(10)), value(open, "sum", "b"));
          SubjectStore.delete(open, "a", 2);
          assertEquals(Optional.empty(), value(open, "least", "a", 2));
        });
    assertEquals(Optional.of(Tuple.from(4)), store.value("sum", "a"));
    assertEquals(Optional.of(Tuple.from(10)), store.value("sum", "b"));
  }

  private static List<String> groups(RecordStore open, String index) {
    return open
        .context()
        .join(
            Aggregates.of(open.index(index))
                .groups(TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .asList())
        .stream()
        .map(each -> each.key().get(0) + "=" + each.value().get(0))
        .toList();
  }

  private static Versionstamp versionOf(Optional<Tuple> value) {
    return value.orElseThrow().getVersionstamp(0);
  }

  private Versionstamp newest() {
    return versionOf(store.value("versions", "a"));
  }

  @Test
  void versionOfTheLastSaveNeverGoesBack() {
    store.save(subject("a", 1));
    Versionstamp first = newest();
    store.save(subject("a", 2), subject("a", 3));
    Versionstamp second = newest();
    assertTrue(second.compareTo(first) > 0);
    assertEquals(1, second.getUserVersion());
    store.delete("a", 3);
    assertEquals(second, newest());
  }

  @Test
  void versionsOfRecordsSavedBeforeMeetThatOfThisCommit() {
    store.save(subject("a", 1));
    store.save(subject("a", 2));
    Versionstamp before = newest();
    store.in(open -> rebuild(open));
    assertEquals(before, newest(), "built of complete versions");

    store.in(
        open -> {
          save(open, subject("a", 1, 5));
          rebuild(open);
        });
    Versionstamp saved = newest();
    assertTrue(saved.isComplete() && saved.compareTo(before) > 0, "built after a save");

    store.in(
        open -> {
          rebuild(open);
          save(open, subject("a", 2, 5));
        });
    assertTrue(newest().isComplete() && newest().compareTo(saved) > 0, "saved after a build");
  }

  private static void rebuild(RecordStore open) {
    assertEquals(
        IndexState.READABLE,
        open.context().join(open.rebuildIndex("versions", new BuildLimits(100, 1_000_000))));
  }

  @Test
  void longValueOfWhatIsNotThereIsZeroForSumsOnly() {
    store.in(
        open -> {
          assertEquals(OptionalLong.of(0), longValue(open, "sum"));
          assertEquals(OptionalLong.empty(), longValue(open, "min"));
          save(open, subject("a", 1, -7));
          assertEquals(OptionalLong.of(-7), longValue(open, "sum"));
          assertEquals(OptionalLong.of(-7), longValue(open, "min"));
          assertThrows(IllegalStateException.class, () -> longValue(open, "versions"));
        });
  }

  private static OptionalLong longValue(RecordStore open, String index) {
    return open.context()
        .join(Aggregates.of(open.index(index)).longValue(Tuple.from("a"), Isolation.SNAPSHOT));
  }

  @Test
  void groupsAreRolledUpInSlices() {
    for (int i = 0; i < 10; i++) {
      store.save(subject("t" + i % 5, i, i - 3));
    }
    store.in(
        open -> {
          assertEquals(Optional.of(Tuple.from(15)), rolledUp(open, "sum"));
          assertEquals(Optional.of(Tuple.from(-3)), rolledUp(open, "min"));
          assertEquals(Optional.of(Tuple.from(6)), rolledUp(open, "max"));
          assertEquals(Optional.of(Tuple.from(-3)), rolledUp(open, "least"));
          assertEquals(Optional.of(Tuple.from(-2)), rolledUp(open, "least", "t1"));
          assertEquals(Optional.empty(), rolledUp(open, "sum", "none"));
          assertEquals(
              versionOf(value(open, "versions", "t4")), versionOf(rolledUp(open, "versions")));
          assertThrows(IllegalArgumentException.class, () -> rolledUp(open, "sum", "t", "u"));
          assertThrows(IllegalArgumentException.class, () -> rolledUp(open, "least", "t1", 1));
          assertThrows(IllegalArgumentException.class, () -> value(open, "sum"));
        });
  }

  private static Optional<Tuple> rolledUp(RecordStore open, String index, Object... prefix) {
    Aggregates aggregates = Aggregates.of(open.index(index));
    ScanOptions two = ScanOptions.defaults().withRowsMax(2);
    Aggregates.RollUp all = open.context().join(aggregates.rollUp(Tuple.from(prefix), two));
    while (!all.isComplete()) {
      all = open.context().join(aggregates.rollUp(Tuple.from(prefix), all, two));
    }
    return all.value();
  }

  @Test
  void permutedScanOrdersGroupsByTheirExtremum() {
    store.save(subject("a", 1, 5), subject("a", 2, -1), subject("a", 3, 2), subject("b", 9, 0));
    store.in(
        open -> {
          assertEquals(List.of("(\"a\", 2)", "(\"a\", 3)", "(\"a\", 1)"), groupsOf(open, false));
          assertEquals(List.of("(\"a\", 1)", "(\"a\", 3)", "(\"a\", 2)"), groupsOf(open, true));
        });
  }

  private static List<String> groupsOf(RecordStore open, boolean reverse) {
    return open
        .context()
        .join(
            open.scanIndex(
                    "least",
                    new PermutedScan(TupleRange.prefix(Tuple.from("a"))),
                    Continuation.START,
                    ScanOptions.defaults().withReverse(reverse))
                .map(IndexEntry::key)
                .asList())
        .stream()
        .map(Tuple::toString)
        .toList();
  }

  @Test
  void groupTooLargeIsRefusedBeforeAnythingIsWritten() {
    KeyExpression text = field("text");
    for (Index index :
        List.of(
            Index.count("i", text),
            Index.aggregate("i", Index.SUM, text, SCORE),
            Index.aggregate("i", Index.MAX_EVER_LONG, text, SCORE),
            Index.aggregate("i", Index.MAX_EVER_VERSION, text, version()),
            Index.aggregate("i", Index.PERMUTED_MAX, text, SCORE),
            Index.aggregate("i", Index.BITMAP_VALUE, text, SCORE))) {
      try (SubjectStore large = new SubjectStore(index, Index.count("all", empty()))) {
        large.in(
            open -> {
              Subject subject = subject("a", 1, 1);
              save(open, subject);
              String longest = "x".repeat(9_990);
              assertEquals(
                  Code.KEY_TOO_LARGE, refused(open, subject.toBuilder().setText(longest).build()));
            });
        assertEquals(Optional.of(Tuple.from(1)), large.value("all"));
        large.in(open -> assertEquals(List.of(subject("a", 1, 1)), SubjectStore.subjects(open)));
      }
    }
  }

  @Test
  void valueTooLargeIsRefusedBeforeAnythingIsWritten() {
    store.in(
        open -> {
          Subject longest = subject("a", 1).toBuilder().setText("y".repeat(100_000)).build();
          assertEquals(Code.VALUE_TOO_LARGE, refused(open, longest));
          assertEquals(List.of(), SubjectStore.subjects(open));
          assertEquals(List.of(), groups(open, "updates"));
          assertEquals(List.of(), groups(open, "first"));
        });
  }

  private static Code refused(RecordStore open, Subject subject) {
    return assertThrows(RecordLayerException.class, () -> save(open, subject)).code();
  }
}
