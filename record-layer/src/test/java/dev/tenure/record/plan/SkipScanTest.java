package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Scans that jump from one value of an index's first column to the next. */
final class SkipScanTest {
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression TEXT = field("text");
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final PlannerOptions FEW_SCORES =
      PlannerOptions.defaults()
          .withStatistics(
              Statistics.declared().records("Subject", 10_000).distinct("Subject", 4, SCORE));
  private static final List<Subject> RECORDS = records();

  private static List<Subject> records() {
    List<Subject> records = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Subject.Builder record = Subject.newBuilder().setId(i).setSlot(i % 7).setText("t" + i % 3);
      if (i % 4 > 0) {
        record.setScore(i % 4);
      }
      records.add(record.build());
    }
    return records;
  }

  private static RecordMetaData metaData(Index... indexes) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")));
    for (Index index : indexes) {
      builder.index("Subject", index);
    }
    return builder.build();
  }

  private static String plan(RecordQuery query, PlannerOptions options, Index... indexes) {
    try (PlanFixture fixture = new PlanFixture(indexes)) {
      return fixture.store.queries().plan(query, options).toString();
    }
  }

  @Test
  void indexIsReadBehindEachOfFewFirstValues() {
    Index index = Index.value("i", concat(SCORE, SLOT));
    assertEquals(
        """
        fetch
          scan index i behind each first value [= parameter(#0)]
        """,
        plan(ALL.where(equal(SLOT, 3)), FEW_SCORES, index));
    assertEquals(
        """
        filter (field(text) = parameter(#1))
          fetch
            scan index i behind each first value [in (null, parameter(#0))] reverse
        """,
        plan(
            ALL.where(and(less(SLOT, 3), equal(TEXT, "t1"))).orderBy(descending(SCORE)),
            FEW_SCORES,
            index));
  }

  @Test
  void indexIsNotSkippedWhereFirstValuesAreManyOrUnknownOrBound() {
    Index index = Index.value("i", concat(SCORE, SLOT));
    PlannerOptions many =
        PlannerOptions.defaults()
            .withStatistics(
                Statistics.declared().records("Subject", 10_000).distinct("Subject", 5_000, SCORE));
    for (PlannerOptions options : List.of(PlannerOptions.defaults(), many)) {
      String plan = plan(ALL.where(equal(SLOT, 3)), options, index);
      assertFalse(plan.contains("behind each"), plan);
    }
    String bound = plan(ALL.where(and(equal(SLOT, 3), equal(SCORE, 1))), FEW_SCORES, index);
    assertFalse(bound.contains("behind each"), bound);
  }

  @Test
  void rowsAreThoseOfALookAtEveryRecordInTheOrderOfTheIndex() {
    Index index = Index.value("i", concat(SCORE, SLOT, TEXT));
    assertRows(index, equal(SLOT, 3), record -> record.getSlot() == 3);
    assertRows(
        index,
        and(greater(SLOT, 1), less(SLOT, 5)),
        record -> record.getSlot() > 1 && record.getSlot() < 5);
    assertRows(index, and(equal(SLOT, 2), startsWith(TEXT, "t")), record -> record.getSlot() == 2);
    assertRows(index, equal(SLOT, 99), record -> false);
  }

  private static void assertRows(Index index, QueryPredicate condition, Predicate<Subject> holds) {
    try (CheckedStore store = new CheckedStore(metaData(index), RECORDS)) {
      for (boolean reverse : new boolean[] {false, true}) {
        RecordQuery query =
            ALL.where(condition).orderBy(reverse ? descending(SCORE) : ascending(SCORE));
        QueryPlan plan = store.plan(query, FEW_SCORES);
        assertTrue(plan.toString().contains("behind each first value"), plan.toString());
        List<Long> found = CheckedStore.ids(store.keys(plan, Bindings.none()));
        List<Long> expected = RECORDS.stream().filter(holds).map(Subject::getId).sorted().toList();
        assertEquals(expected, found.stream().sorted().toList());
        Comparator<Long> byScore =
            Comparator.comparing(id -> RECORDS.get((int) (long) id).getScore());
        assertEquals(found.stream().sorted(reverse ? byScore.reversed() : byScore).toList(), found);
      }
    }
  }

  @Test
  void valueThatGoesBetweenTwoExecutionsTakesNothingWithIt() {
    Index index = Index.value("i", concat(SCORE, SLOT));
    List<Subject> records =
        List.of(subject(1, 1, 5), subject(2, 1, 6), subject(3, 2, 5), subject(4, 2, 6));
    try (CheckedStore store = new CheckedStore(metaData(index), records)) {
      QueryPlan plan =
          store.plan(ALL.where(greater(SLOT, 4)).orderBy(ascending(SCORE)), FEW_SCORES);
      assertTrue(plan.toString().contains("behind each first value"), plan.toString());
      RecordCursor.Page<QueryRow> page =
          store
              .store()
              .context()
              .join(
                  store
                      .store()
                      .queries()
                      .run(
                          plan,
                          Bindings.none(),
                          Continuation.START,
                          ScanOptions.defaults().withRowsMax(1))
                      .asPage());
      assertEquals(
          List.of(Tuple.from(1L)), page.items().stream().map(QueryRow::primaryKey).toList());
      store.saveAll(List.of(subject(1, 9, 0), subject(2, 9, 0)));
      List<QueryRow> rest =
          store
              .reopened()
              .context()
              .join(
                  store
                      .store()
                      .queries()
                      .run(plan, Bindings.none(), page.continuation(), ScanOptions.defaults())
                      .asList());
      assertEquals(
          List.of(Tuple.from(3L), Tuple.from(4L)),
          rest.stream().map(QueryRow::primaryKey).toList());
    }
  }

  private static Subject subject(long id, long score, long slot) {
    return Subject.newBuilder().setId(id).setScore(score).setSlot(slot).build();
  }
}
