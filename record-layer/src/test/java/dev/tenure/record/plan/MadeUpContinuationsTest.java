package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.MadeUpContinuations;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A plan refuses continuations that it did not give out, or gives some of its rows. */
final class MadeUpContinuationsTest {
  private static final int WORLDS = 12;
  private static final int PLANS = 12;
  private static final int RECORDS = 20;
  private static final ScanOptions FEW_ROWS = ScanOptions.defaults().withRowsMax(2);

  private int refused;
  private int ran;

  @Test
  void queriesRefuseOrRun() {
    RandomGenerator seeds = Seeds.random("MadeUpContinuationsTest.queries");
    for (int i = 0; i < WORLDS; i++) {
      RandomQueries queries = new RandomQueries(Seeds.of(seeds.nextLong()));
      runWorld(
          queries.metaData(),
          IntStream.range(0, RECORDS).mapToObj(queries::subject).toList(),
          store -> store.queries().plan(queries.query(), queries.options()));
    }
    assertTrue(refused > ran, () -> refused + " refused, " + ran + " ran");
  }

  @Test
  void groupsRefuseOrRun() {
    RandomGenerator seeds = Seeds.random("MadeUpContinuationsTest.groups");
    for (int i = 0; i < WORLDS; i++) {
      RandomGroups groups = new RandomGroups(Seeds.of(seeds.nextLong()));
      runWorld(
          groups.metaData(),
          IntStream.range(0, RECORDS).mapToObj(groups::subject).toList(),
          store -> store.queries().plan(groups.query(), PlannerOptions.defaults()));
    }
    assertTrue(refused > ran, () -> refused + " refused, " + ran + " ran");
  }

  /** Plans that queries drawn by seed seldom have: first values of an index, and first rows. */
  @Test
  void seldomPlansRefuseOrRun() {
    PlannerOptions fewScores =
        PlannerOptions.defaults()
            .withStatistics(
                Statistics.declared()
                    .records("Subject", 10_000)
                    .distinct("Subject", 4, field("score")));
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")))
            .index("Subject", Index.value("i", concat(field("score"), field("slot"))))
            .build();
    List<Subject> records =
        IntStream.range(0, RECORDS)
            .mapToObj(i -> Subject.newBuilder().setId(i).setScore(i % 4).setSlot(i % 3).build())
            .toList();
    RecordQuery all = RecordQuery.of("Subject");
    RecordQuery skipping = all.where(equal(field("slot"), 2));
    RecordQuery first = all.orderBy(descending(field("text"))).limit(6);
    try (CheckedStore store = new CheckedStore(metaData, records)) {
      assertTrue(store.plan(skipping, fewScores).toString().contains("behind each first value"));
      assertTrue(store.plan(first, fewScores).toString().contains("first 6 by"));
    }
    Iterator<RecordQuery> queries =
        Stream.generate(() -> List.of(skipping, first)).flatMap(List::stream).iterator();
    runWorld(metaData, records, store -> store.queries().plan(queries.next(), fewScores));
    assertTrue(refused > ran, () -> refused + " refused, " + ran + " ran");
  }

  private void runWorld(
      RecordMetaData metaData,
      List<? extends Message> records,
      Function<RecordStore, QueryPlan> plans) {
    try (CheckedStore checked = new CheckedStore(metaData, records)) {
      for (int i = 0; i < PLANS; i++) {
        QueryPlan plan;
        try {
          plan = plans.apply(checked.store());
        } catch (RecordLayerException notPlanned) {
          continue;
        }
        for (Continuation given : givenOut(checked.store(), plan)) {
          for (Continuation madeUp : MadeUpContinuations.of(given)) {
            runFrom(checked.store(), plan, madeUp);
          }
        }
      }
    }
  }

  /** Up to two continuations of the plan. */
  private static List<Continuation> givenOut(RecordStore store, QueryPlan plan) {
    List<Continuation> given = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd() && given.size() < 2) {
      from =
          store
              .context()
              .join(store.queries().run(plan, Bindings.none(), from, FEW_ROWS).asPage())
              .continuation();
      given.add(from);
    }
    return given;
  }

  private void runFrom(RecordStore store, QueryPlan plan, Continuation madeUp) {
    try {
      store.context().join(store.queries().run(plan, Bindings.none(), madeUp, FEW_ROWS).asPage());
      ran++;
    } catch (RecordLayerException e) {
      assertEquals(
          RecordLayerException.Code.CONTINUATION_REFUSED, e.code(), () -> about(plan, madeUp));
      refused++;
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError(about(plan, madeUp) + e, e);
    }
  }

  private static String about(QueryPlan plan, Continuation madeUp) {
    return plan + "from " + madeUp + "\n";
  }
}
