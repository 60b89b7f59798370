package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.or;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.late.LateOptions;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.QueryListener;
import dev.tenure.record.meter.QueryPlanning;
import dev.tenure.record.meter.QuerySummary;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.TransactionSummary;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of executions: counts of operators, summaries; what they read and conflict with. */
final class QueryCountsTest {
  private static final RecordQuery ALL = RecordQuery.of("Subject");
  private static final RecordQuery TEAM = ALL.where(equal(field("team"), "even"));
  private static final RecordQuery ONE_AFTER_ANOTHER =
      ALL.where(or(equal(field("team"), "even"), equal(field("slot"), 3)));
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")))
          .index("Subject", Index.value("by-team", concat(field("team"), field("score"))))
          .index("Subject", Index.value("by-slot", field("slot")))
          .index(
              "Subject", Index.value("sparse", field("score")).where(equal(field("text"), "rare")))
          .build();

  private final List<QuerySummary> summaries = new CopyOnWriteArrayList<>();
  private final List<QueryPlanning> plannings = new CopyOnWriteArrayList<>();
  private final List<TransactionSummary> ended = new CopyOnWriteArrayList<>();
  private final List<TestDatabase> opened = new ArrayList<>();

  private final class Told implements QueryListener {
    @Override
    public void ended(QuerySummary summary) {
      summaries.add(summary);
    }

    @Override
    public void planned(QueryPlanning planning) {
      plannings.add(planning);
    }
  }

  @AfterEach
  void close() {
    opened.forEach(TestDatabase::close);
  }

  private TestDatabase filled(TestDatabase test) {
    opened.add(test);
    test.run(
        context ->
            open(test, context)
                .thenCompose(
                    store -> {
                      CompletableFuture<?>[] saves = new CompletableFuture<?>[300];
                      for (int id = 0; id < 300; id++) {
                        saves[id] =
                            store.save(
                                Subject.newBuilder()
                                    .setId(id)
                                    .setTeam(id % 2 == 0 ? "even" : "odd")
                                    .setScore(id)
                                    .setSlot(id % 10)
                                    .build());
                      }
                      return CompletableFuture.allOf(saves);
                    }));
    return test;
  }

  private static CompletableFuture<RecordStore> open(TestDatabase test, RecordContext context) {
    return RecordStore.open(context, test.subspace, META_DATA, OpenMode.CREATE_OR_OPEN);
  }

  private RecordDatabase database(TestDatabase test) {
    return test.builder().queryListener(new Told()).listener(ended::add).build();
  }

  private static String analysis(TestDatabase test, RecordQuery query) {
    return analysis(test, query, PlanFixture.OPTIONS);
  }

  private static String analysis(TestDatabase test, RecordQuery query, PlannerOptions options) {
    return test.run(
        context ->
            open(test, context)
                .thenCompose(
                    store ->
                        store
                            .queries()
                            .analyze(
                                store.queries().plan(query, options),
                                Bindings.none(),
                                ScanOptions.defaults())));
  }

  @Test
  void analysisIsATable() {
    TestDatabase test = filled(new TestDatabase());
    assertEquals(
        """
        rows  expected  cost  expected  requests  keys  bytes  opened  operator
          30         1    91        61         0     0      0       1  filter (field(team) = parameter(#1))
          30        20    91        61        30    30   1034       1    fetch
          30        20    31        21         1    30    424       1      scan index by-slot [= parameter(#0)]
        scanned 30 rows of 424 bytes, stopped for SOURCE_EXHAUSTED
        """,
        analysis(test, ALL.where(and(equal(field("slot"), 3), equal(field("team"), "odd")))));
  }

  /** Where each row of a scan is a row of the query, no more is read than is wanted. */
  @ParameterizedTest
  @ValueSource(strings = {"scan", "fetch", "reverse", "merged", "union", "in turn", "first"})
  void scansReadNoMoreThanTheLimit(String what) {
    TestDatabase test = filled(new TestDatabase());
    RecordQuery slots = ALL.where(in(field("slot"), 4, 6));
    RecordQuery query =
        switch (what) {
          case "scan" -> TEAM.select(field("id"));
          case "fetch" -> TEAM;
          case "reverse" -> TEAM.orderBy(descending(field("score")));
          case "merged" -> slots.orderBy(ascending(field("id")));
          case "union" ->
              ALL.where(
                      or(
                          and(equal(field("team"), "even"), equal(field("score"), 4)),
                          equal(field("slot"), 6)))
                  .orderBy(ascending(field("id")));
          case "in turn" -> slots.orderBy(ascending(field("slot")));
          default -> ALL.where(equal(field("slot"), 3)).orderBy(ascending(field("id")));
        };
    for (int limit : new int[] {1, 2, 7}) {
      String told = analysis(test, query.limit(limit), PlanFixture.OPTIONS.withTopRowsMax(0));
      List<String> scans = told.lines().filter(line -> line.contains("scan index")).toList();
      assertFalse(scans.isEmpty(), told);
      for (String scan : scans) {
        int opened = Integer.parseInt(scan.trim().split(" +", -1)[7]);
        int keys = Integer.parseInt(scan.trim().split(" +", -1)[5]);
        assertTrue(keys <= limit * opened, told);
      }
    }
  }

  /** A record behind the limit is not read, so its change does not conflict. */
  @Test
  void aLimitBoundsWhatConflicts() {
    TestDatabase test = filled(new TestDatabase());
    RecordQuery query = TEAM.orderBy(ascending(field("score"))).limit(2);
    assertTrue(conflicts(test, query, 2), "a record that was read does not conflict");
    assertFalse(conflicts(test, query, 6), "a record behind the limit conflicts");
  }

  @Test
  void whatIsOpenedForEachValueIsExpectedSoManyTimes() {
    TestDatabase test = filled(new TestDatabase());
    String told = analysis(test, ALL.where(in(field("slot"), 3, 4, 99)));
    String scan =
        told.lines().filter(line -> line.contains("scan index")).findFirst().orElseThrow();
    assertTrue(scan.matches(" *60 +60 +63 +63 +3 +60 +\\d+ +3 +scan index by-slot .*"), told);
  }

  @Test
  void answersThatComeLateAndOutOfOrderAreCountedAlike() {
    TestDatabase late = filled(TestDatabase.late(LateOptions.seeded(5).withOvertaken(0.4)));
    TestDatabase plain = filled(new TestDatabase());
    for (RecordQuery query : List.of(TEAM, ONE_AFTER_ANOTHER)) {
      String told = analysis(plain, query);
      assertEquals(told, analysis(late, query));
    }
    assertTrue(late.reordered() > 0);
  }

  @Test
  void anOperatorAtTwoPlacesIsCountedAtEach() {
    TestDatabase test = filled(new TestDatabase());
    String told = analysis(test, ONE_AFTER_ANOTHER.forbidIndexes("by-team", "by-slot"));
    assertFalse(told.contains("  600  "), told);
  }

  private RecordCursor<StoredRecord> cursor(RecordStore store, RecordQuery query) {
    QueryPlan plan = store.queries().plan(query, PlanFixture.OPTIONS);
    return store
        .queries()
        .records(plan, Bindings.none(), Continuation.START, ScanOptions.defaults());
  }

  @Test
  void executionsAndPlansAreTold() {
    TestDatabase test = filled(new TestDatabase());
    RecordDatabase database = database(test);
    for (String team : List.of("even", "odd", "personal")) {
      RecordQuery query = ALL.where(equal(field("team"), team)).named("team " + team.length());
      database.join(
          database.run(
              context ->
                  open(test, context)
                      .thenCompose(
                          store -> {
                            RecordCursor<StoredRecord> rows = cursor(store, query);
                            test.clock.advance(Duration.ofSeconds(3));
                            return rows.asList();
                          })));
    }
    assertEquals(
        List.of("team 4", "team 3", "team 8"), summaries.stream().map(QuerySummary::name).toList());
    assertEquals(List.of(150L, 150L, 0L), summaries.stream().map(QuerySummary::rows).toList());
    assertEquals(
        List.of(false, true, true), plannings.stream().map(QueryPlanning::remembered).toList());
    QuerySummary first = summaries.get(0);
    assertEquals(Duration.ofSeconds(3), first.took());
    assertEquals("SOURCE_EXHAUSTED", first.stop());
    assertEquals(151, first.requests());
    assertTrue(first.plan().get().contains("scan index by-team"), first.plan().get());
  }

  @Test
  void shapesHaveNamesAndNoValues() {
    TestDatabase test = filled(new TestDatabase());
    RecordDatabase database = database(test);
    for (String text : List.of("secret", "mystery")) {
      RecordQuery query =
          ALL.where(and(equal(field("text"), text), equal(field("team"), "private")));
      database.join(
          database.run(
              context -> open(test, context).thenCompose(store -> cursor(store, query).asList())));
    }
    assertEquals(2, summaries.size());
    for (QuerySummary each : summaries) {
      assertEquals(summaries.get(0).name(), each.name());
      assertTrue(each.name().matches("Subject-[0-9a-f]{8}"), each.name());
      String told = each.shape() + each.plan().get();
      assertFalse(told.contains("secret") || told.contains("mystery"), told);
      assertFalse(told.contains("private"), told);
    }
    assertTrue(summaries.get(0).plan().get().contains("(field(text) = ?)"));
  }

  @Test
  void aClosedQueryReadsNothingMore() {
    TestDatabase test = filled(new TestDatabase());
    RecordDatabase database = database(test);
    try (RecordContext context = database.openContext()) {
      RecordStore store = context.join(open(test, context));
      RecordCursor<StoredRecord> rows = cursor(store, TEAM);
      assertTrue(context.join(rows.next()).hasNext());
      rows.close();
      rows.close();
      assertEquals(1, summaries.size());
      assertThrows(IllegalStateException.class, rows::next);
    }
    assertEquals("CLOSED", summaries.get(0).stop());
    assertEquals(1, summaries.get(0).rows());
    long loaded = ended.get(ended.size() - 1).count(RecordCounter.RECORDS_LOADED);
    assertTrue(loaded <= 11, "loaded " + loaded);
  }

  @Test
  void aResultThatIsAwaitedEndsWhenTheQueryIsClosed() {
    TestDatabase late = filled(TestDatabase.late(LateOptions.seeded(5).withOvertaken(0.4)));
    RecordDatabase database = database(late);
    for (RecordQuery query : List.of(TEAM, ONE_AFTER_ANOTHER, ALL)) {
      try (RecordContext context = database.openContext()) {
        RecordStore store = context.join(open(late, context));
        RecordCursor<StoredRecord> rows = cursor(store, query);
        CompletableFuture<?> awaited = rows.next();
        rows.close();
        try {
          assertTrue(context.join(awaited) != null);
        } catch (CancellationException | CompletionException | RecordLayerException e) {
          assertTrue(awaited.isCompletedExceptionally());
        }
      }
    }
    assertEquals(3, summaries.size());
  }

  /** Subject 298 is behind everything that these queries scan. */
  @ParameterizedTest
  @ValueSource(strings = {"scan", "fetch", "union", "intersection", "in"})
  void onlyWhatWasScannedConflicts(String what) {
    TestDatabase test = filled(new TestDatabase());
    RecordQuery query =
        switch (what) {
          case "scan" ->
              ALL.where(and(equal(field("team"), "even"), equal(field("score"), 4)))
                  .select(field("id"));
          case "fetch" -> ALL.where(and(equal(field("team"), "even"), equal(field("score"), 4)));
          case "union" -> ALL.where(or(equal(field("slot"), 4), equal(field("slot"), 6)));
          case "intersection" ->
              ALL.where(
                  and(
                      equal(field("team"), "even"),
                      equal(field("score"), 4),
                      equal(field("slot"), 4)));
          default -> ALL.where(in(field("slot"), 4, 6));
        };
    assertFalse(conflicts(test, query, 298), "a record that was not scanned conflicts");
    assertTrue(conflicts(test, query, 4), "a record that was scanned does not conflict");
  }

  /** Whether a change of a record conflicts with a transaction that runs a query before it. */
  private static boolean conflicts(TestDatabase test, RecordQuery query, long changed) {
    try (RecordContext context = test.database.openContext()) {
      RecordStore store = context.join(open(test, context));
      QueryPlan plan = store.queries().plan(query, PlanFixture.OPTIONS);
      assertFalse(
          context
              .join(
                  store
                      .queries()
                      .run(plan, Bindings.none(), Continuation.START, ScanOptions.defaults())
                      .asList())
              .isEmpty());
      test.run(other -> open(test, other).thenCompose(each -> move(each, changed)));
      context.set(test.commitMarkers().pack(Tuple.from("own")), new byte[0]);
      try {
        context.join(context.commit());
        return false;
      } catch (RuntimeException e) {
        return true;
      }
    }
  }

  private static CompletableFuture<StoredRecord> move(RecordStore store, long id) {
    return store.save(
        Subject.newBuilder()
            .setId(id)
            .setTeam("even")
            .setScore(id + 1_000)
            .setSlot(9)
            .setText("changed")
            .build());
  }
}
