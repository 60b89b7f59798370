package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.or;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.TestDatabase;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.Aggregate;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreQueries;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plans and continuations that outlive the process, and the metadata, that made them. */
final class KeptPlansTest {
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression SCORE = field("score");
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final RecordMetaData OLD =
      RecordMetaData.builder()
          .version(1)
          .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")))
          .index("Subject", Index.value("by-team", concat(TEAM, SCORE)))
          .index("Subject", Index.value("by-slot", SLOT))
          .build();

  /** Behind two of the even, in hexadecimal. */
  private static final String KEPT =
      "02030a0000000000000001103df4234aaa7e526fc4189ef394cea67e"
          + "01014e2959079b37c6b80a026576656e0015021502fc6379e1";

  private final TestDatabase test = new TestDatabase();

  @BeforeEach
  void saveSubjects() {
    inStore(
        OLD,
        store -> {
          CompletableFuture<?>[] saves = new CompletableFuture<?>[12];
          for (int id = 0; id < saves.length; id++) {
            saves[id] =
                store.save(
                    Subject.newBuilder()
                        .setId(id)
                        .setTeam(id % 2 == 0 ? "even" : "odd")
                        .setScore(id)
                        .setSlot(id % 3)
                        .build());
          }
          return CompletableFuture.allOf(saves);
        });
  }

  @AfterEach
  void close() {
    test.close();
  }

  /** What a process does: it has its own database object, and plans of its own. */
  private <T> T inStore(RecordMetaData metaData, Function<RecordStore, CompletableFuture<T>> body) {
    RecordDatabase process = test.builder().build();
    return process.join(
        process.run(
            context ->
                RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN)
                    .thenCompose(body)));
  }

  private List<String> rows(Function<StoreQueries, QueryPlan> planned, int pageRows) {
    List<String> rows = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      Continuation at = from;
      RecordCursor.Page<QueryRow> page =
          inStore(
              OLD,
              store ->
                  store
                      .queries()
                      .run(
                          planned.apply(store.queries()),
                          Bindings.none(),
                          at,
                          ScanOptions.defaults().withRowsMax(pageRows))
                      .asPage());
      page.items().forEach(row -> rows.add(row.primaryKey() + " " + row.values()));
      from = Continuation.fromBytes(page.continuation().toBytes());
    }
    return rows;
  }

  private static Function<StoreQueries, QueryPlan> of(RecordQuery query) {
    return queries -> queries.plan(query, PlannerOptions.defaults());
  }

  /** Each page is read by a process that has planned nothing before. */
  @Test
  void continuationsGoOnInAnotherProcess() {
    AggregateQuery groups =
        AggregateQuery.of("Subject")
            .groupBy(TEAM)
            .select(Aggregate.count())
            .orderBy(ascending(TEAM));
    List<Function<StoreQueries, QueryPlan>> plans =
        List.of(
            of(ALL),
            of(ALL.where(equal(TEAM, "even")).orderBy(descending(SCORE))),
            of(ALL.where(in(SLOT, 0, 2)).orderBy(ascending(field("id")))),
            of(ALL.where(or(equal(SLOT, 1), equal(TEAM, "odd")))),
            of(ALL.where(and(equal(SLOT, 1), equal(TEAM, "odd"))).limit(2)),
            of(ALL.where(greater(SCORE, 2)).orderBy(descending(SLOT)).limit(5)),
            queries -> queries.plan(groups, PlannerOptions.defaults()));
    for (Function<StoreQueries, QueryPlan> plan : plans) {
      List<String> whole = rows(plan, 100);
      assertTrue(whole.size() > 1);
      assertEquals(whole, rows(plan, 1));
    }
  }

  /** A release that plans or writes these otherwise refuses the continuations of the one before. */
  @Test
  void continuationsOfAnEarlierReleaseAreGoneOnWith() {
    Function<StoreQueries, QueryPlan> plan =
        of(ALL.where(equal(TEAM, "even")).orderBy(ascending(SCORE)));
    RecordCursor.Page<QueryRow> page =
        inStore(
            OLD,
            store ->
                store
                    .queries()
                    .run(
                        plan.apply(store.queries()),
                        Bindings.none(),
                        Continuation.fromBytes(HexFormat.of().parseHex(KEPT)),
                        ScanOptions.defaults())
                    .asPage());
    assertEquals(4, page.items().size());
  }

  /** The index of a name may be another one in newer metadata: then rows would be missing. */
  @Test
  void aPlanOfOtherMetadataIsRefused() {
    QueryPlan kept =
        inStore(
            OLD,
            store ->
                CompletableFuture.completedFuture(
                    of(ALL.where(equal(SLOT, 1))).apply(store.queries())));
    RecordMetaData newer =
        OLD.toBuilder()
            .removeIndex("by-slot")
            .index("Subject", Index.value("by-score", SCORE))
            .build();
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () ->
                inStore(
                    newer,
                    store ->
                        store
                            .queries()
                            .run(kept, Bindings.none(), Continuation.START, ScanOptions.defaults())
                            .asList()));
    assertEquals(Code.METADATA_CHANGED, refused.code());
    assertTrue(
        String.valueOf(refused.getMessage()).contains("plan is of metadata version 1"),
        refused.getMessage());
  }
}
