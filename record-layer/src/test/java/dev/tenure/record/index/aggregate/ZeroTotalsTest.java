package dev.tenure.record.index.aggregate;

import static dev.tenure.record.index.aggregate.SubjectStore.subject;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whether a group whose total is 0 has a row does not depend on how many transactions made it. */
final class ZeroTotalsTest {
  private static final KeyExpression TEAM = field("team");
  private static final Index[] INDEXES = {
    Index.aggregate("sum", Index.SUM, TEAM, field("score")),
    Index.aggregate("cleared-sum", Index.SUM, TEAM, field("score")).clearWhenZero(),
    Index.aggregate("sum-of-all", Index.SUM, empty(), field("score")),
    Index.count("count", TEAM),
    Index.count("cleared-count", TEAM).clearWhenZero(),
    Index.aggregate("not-null", Index.COUNT_NOT_NULL, TEAM, field("score"))
  };

  /** Runs steps in one transaction each, or all in one. */
  private static List<String> rows(boolean apart, List<Consumer<RecordStore>> steps) {
    try (SubjectStore store = new SubjectStore(INDEXES)) {
      if (apart) {
        steps.forEach(store::in);
      } else {
        store.in(open -> steps.forEach(step -> step.accept(open)));
      }
      return rows(store);
    }
  }

  private static List<String> rows(SubjectStore store) {
    List<String> rows = new ArrayList<>();
    store.in(open -> rows.addAll(rows(open)));
    return rows;
  }

  private static List<String> rows(RecordStore store) {
    List<String> rows = new ArrayList<>();
    for (Index index : INDEXES) {
      for (IndexEntry entry :
          store
              .context()
              .join(
                  store
                      .scanIndex(
                          index.name(),
                          IndexScan.range(TupleRange.all()),
                          Continuation.START,
                          ScanOptions.defaults())
                      .asList())) {
        rows.add(index.name() + entry.key() + " = " + entry.value());
      }
    }
    return rows;
  }

  @Test
  void sumOfTwoRecordsThatComesToZeroHasARow() {
    List<Consumer<RecordStore>> steps =
        List.of(
            store -> SubjectStore.save(store, subject("a", 1, 5)),
            store -> SubjectStore.save(store, subject("a", 2, -5)));

    List<String> together = rows(false, steps);

    assertEquals(rows(true, steps), together);
    assertEquals("sum(\"a\") = (0)", together.get(0));
  }

  @Test
  void recordsThatComeAndGoLeaveTheSameRows() {
    RandomGenerator random = Seeds.random("ZeroTotalsTest");
    for (int round = 0; round < 20; round++) {
      List<Consumer<RecordStore>> steps = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        String team = "t" + random.nextInt(2);
        long id = random.nextInt(2);
        long score = random.nextLong(-1, 2);
        boolean saves = random.nextInt(3) > 0;
        steps.add(
            store -> {
              if (saves) {
                SubjectStore.save(store, subject(team, id, score));
              } else {
                SubjectStore.delete(store, team, id);
              }
            });
      }
      assertEquals(rows(true, steps), rows(false, steps), "round " + round);
    }
  }

  @Test
  void transactionSeesTheRowThatItWillLeave() {
    try (SubjectStore store = new SubjectStore(INDEXES)) {
      store.in(
          open -> {
            SubjectStore.save(open, subject("a", 1, 0));
            assertEquals(Optional.of(Tuple.from(0L)), SubjectStore.value(open, "sum", "a"));
            assertEquals(Optional.empty(), SubjectStore.value(open, "cleared-sum", "a"));
            SubjectStore.delete(open, "a", 1);
            assertEquals(Optional.of(Tuple.from(0L)), SubjectStore.value(open, "count", "a"));
            assertEquals(Optional.empty(), SubjectStore.value(open, "cleared-count", "a"));
          });
      assertEquals(Optional.of(Tuple.from(0L)), store.value("sum", "a"));
      assertEquals(Optional.empty(), store.value("cleared-sum", "a"));
      assertEquals(Optional.of(Tuple.from(0L)), store.value("count", "a"));
      assertEquals(Optional.empty(), store.value("cleared-count", "a"));
    }
  }

  @Test
  void rebuiltIndexHasTheSameRows() {
    try (SubjectStore store = new SubjectStore(INDEXES)) {
      store.save(subject("a", 1, 5), subject("a", 2, -5), subject("b", 1, 0));
      List<String> before = rows(store);
      for (Index index : INDEXES) {
        store.in(
            open ->
                open.context()
                    .join(open.rebuildIndex(index.name(), new BuildLimits(100, 100_000))));
      }
      assertEquals(before, rows(store));
    }
  }
}
