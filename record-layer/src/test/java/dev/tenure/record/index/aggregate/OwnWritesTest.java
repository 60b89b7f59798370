package dev.tenure.record.index.aggregate;

import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.keyspace.NameInterner;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.structure.RangeSet;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What layers read has the transaction's own writes in it, whatever snapshot reads are to see. */
final class OwnWritesTest {
  private static final ContextOptions HIDDEN =
      ContextOptions.defaults().withSnapshotReadsOwnWrites(false);

  private final SubjectStore plain = store();
  private final SubjectStore hidden = store();

  private static SubjectStore store() {
    return new SubjectStore(
        Index.rank("ranks", field("score")),
        Index.aggregate("greatest", Index.PERMUTED_MAX, field("team"), field("score")),
        Index.aggregate("bits", Index.BITMAP_VALUE, field("team"), field("id")).unique(),
        Index.aggregate("sum", Index.SUM, field("team"), field("score")),
        Index.count("count", empty()));
  }

  @AfterEach
  void close() {
    plain.close();
    hidden.close();
  }

  private static List<String> rows(SubjectStore store) {
    return store.test.run(
        context ->
            context
                .transaction()
                .getRange(store.test.subspace.range())
                .asList()
                .thenApply(
                    rows ->
                        rows.stream()
                            .map(
                                row ->
                                    ByteArrayUtil.printable(row.getKey())
                                        + " = "
                                        + ByteArrayUtil.printable(row.getValue()))
                            .filter(
                                row ->
                                    row.startsWith("\\x02test\\x00\\x15\\x02")
                                        || row.startsWith("\\x02test\\x00\\x15\\x03"))
                            .toList()));
  }

  private static void change(RecordStore store, RandomGenerator random) {
    for (int i = 0; i < 12; i++) {
      String team = "t" + random.nextInt(2);
      long id = random.nextInt(6);
      if (random.nextInt(3) == 0) {
        SubjectStore.delete(store, team, id);
      } else {
        SubjectStore.save(store, SubjectStore.subject(team, id, random.nextInt(5)));
      }
    }
  }

  private static void transaction(SubjectStore store, ContextOptions options, long seed) {
    try (RecordContext context = store.test.database.openContext(options)) {
      change(store.openNow(context), Seeds.of(seed));
      context.join(context.commit());
    }
  }

  @Test
  void indexesAreTheSameWhetherSnapshotReadsSeeOwnWritesOrNot() {
    RandomGenerator seeds = Seeds.random("OwnWritesTest");
    for (int round = 0; round < 10; round++) {
      long seed = seeds.nextLong();
      transaction(plain, ContextOptions.defaults(), seed);
      transaction(hidden, HIDDEN, seed);

      assertTrue(rows(plain).equals(rows(hidden)), "round " + round);
    }
  }

  @Test
  void snapshotReadsOfAStoreSeeItsOwnWrites() {
    try (RecordContext context = hidden.test.database.openContext(HIDDEN)) {
      RecordStore store = hidden.openNow(context);
      SubjectStore.save(store, SubjectStore.subject("a", 1, 5));

      assertTrue(
          context.join(store.load("Subject", Tuple.from("a", 1), Isolation.SNAPSHOT)).isPresent());
      assertEquals(1, context.join(store.count("count", new Tuple(), Isolation.SNAPSHOT)));
      ScanOptions snapshot = ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);
      assertEquals(
          1,
          context
              .join(
                  store
                      .scanCounts("count", TupleRange.all(), Continuation.START, snapshot)
                      .asList())
              .size());
      assertEquals(1, context.join(store.count("count", new Tuple(), Isolation.SNAPSHOT)));
    }
  }

  @Test
  void rangesThatAreInsertedInOneTransactionAreJoined() {
    RangeSet ranges = new RangeSet(new byte[] {'r'}, "ranges");
    try (RecordContext context = hidden.test.database.openContext(HIDDEN)) {
      context.join(ranges.insert(context, new Range(new byte[] {1}, new byte[] {5})));
      context.join(ranges.insert(context, new Range(new byte[] {3}, new byte[] {7})));

      assertTrue(context.join(ranges.contains(context, new byte[] {6})));
      assertTrue(
          context.join(ranges.isComplete(context, new Range(new byte[] {1}, new byte[] {7}))));
      context.join(context.commit());
    }
  }

  @Test
  void namesInternedInOneTransactionGetDifferentNumbersOfFullWindows() {
    NameInterner interner = new NameInterner(hidden.test.subspace.get("names"), 0);
    TreeSet<Long> numbers = new TreeSet<>();
    try (RecordContext context = hidden.test.database.openContext(HIDDEN)) {
      for (int i = 0; i < 200; i++) {
        numbers.add(context.join(interner.intern(context, "n" + i)));
      }
      assertEquals(200, context.join(interner.list(context, "", 1_000)).size());
      context.join(context.commit());
    }
    assertEquals(200, numbers.size());
    assertTrue(numbers.last() > 255, "the second window was not begun");
  }
}
