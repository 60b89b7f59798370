package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.parameter;
import static dev.tenure.record.query.aggregate.Aggregate.average;
import static dev.tenure.record.query.aggregate.Aggregate.count;
import static dev.tenure.record.query.aggregate.Aggregate.max;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.tickets.proto.Ticket;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.NestedPlan;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What docs/queries.md shows. */
final class QueryGuideTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(Ticket.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .index("Ticket", Index.value("by-state", concat(field("state"), field("due"))))
          .index("Ticket", Index.value("by-owner", field("owner")).covering(field("state")))
          .index("Ticket", Index.value("by-label", field("label", FanType.FAN_OUT)))
          .index("Ticket", Index.count("count-by-owner", concat(field("owner"), field("state"))))
          .index(
              "Ticket",
              Index.aggregate("latest-due", Index.PERMUTED_MAX, field("owner"), field("due"))
                  .option(Index.PERMUTED_SIZE, "1"))
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<List<StoredRecord>> late(RecordStore store, long now) {
    RecordQuery query =
        RecordQuery.of("Ticket")
            .where(and(equal(field("state"), "open"), less(field("due"), now)))
            .orderBy(ascending(field("due")))
            .limit(20);
    return store.query(query).asList();
  }

  private static final RecordQuery OF_OWNERS =
      RecordQuery.of("Ticket")
          .where(
              and(
                  in(field("owner"), parameter("owners")),
                  notEqual(field("state"), parameter("state"))))
          .select(field("id"), field("owner"), field("state"));

  private static CompletableFuture<List<String>> notClosed(RecordStore store, List<String> owners) {
    QueryPlan plan = store.plan(OF_OWNERS);
    Bindings values = Bindings.of("owners", owners).with("state", "closed");
    return store
        .queries()
        .run(plan, values, Continuation.START, ScanOptions.defaults())
        .map(row -> row.values().getString(1) + " has " + row.values().getLong(0))
        .asList();
  }

  private static CompletableFuture<RecordCursor.Page<StoredRecord>> page(
      RecordStore store, byte[] continuation) {
    RecordQuery query = RecordQuery.of("Ticket").where(equal(field("state"), "open"));
    Continuation from =
        continuation.length == 0 ? Continuation.START : Continuation.fromBytes(continuation);
    ScanOptions options = ScanOptions.defaults().withRowsMax(2).withRecordsMax(1_000);
    return store.queries().records(store.plan(query), Bindings.none(), from, options).asPage();
  }

  private static CompletableFuture<String> analyzed(RecordStore store) {
    QueryPlan plan =
        store.plan(
            RecordQuery.of("Ticket")
                .where(and(equal(field("label", FanType.FAN_OUT), "sea"), less(field("due"), 3))));
    return store.queries().analyze(plan, Bindings.none(), ScanOptions.defaults());
  }

  private static CompletableFuture<RecordCursor.Page<NestedPlan.Pair>> ofOwners(
      RecordStore store, Continuation from, ScanOptions options) {
    QueryPlan owners =
        store.plan(
            RecordQuery.of("Ticket")
                .where(equal(field("label", FanType.FAN_OUT), "sea"))
                .select(field("owner"))
                .distinct()
                .orderBy(ascending(field("owner")))
                .forbidIndexes("by-label"));
    QueryPlan tickets =
        store.plan(RecordQuery.of("Ticket").where(equal(field("owner"), parameter("owner"))));
    NestedPlan both =
        owners.each(tickets, row -> Bindings.of("owner", row.values().getString(0))).withWidth(4);
    return store.queries().run(both, Bindings.none(), from, options).asPage();
  }

  private static CompletableFuture<List<Tuple>> busyOwners(RecordStore store) {
    AggregateQuery query =
        AggregateQuery.of("Ticket")
            .where(equal(field("state"), "open"))
            .groupBy(field("owner"))
            .select(count())
            .having(greater(count(), 1))
            .orderBy(ascending(field("owner")));
    return store.query(query).map(QueryRow::values).asList();
  }

  private static CompletableFuture<List<Tuple>> latestOwners(RecordStore store) {
    AggregateQuery query =
        AggregateQuery.of("Ticket")
            .groupBy(field("owner"))
            .select(max(field("due")))
            .orderBy(descending(max(field("due"))))
            .limit(3);
    return store.query(query).map(QueryRow::values).asList();
  }

  private static CompletableFuture<List<Tuple>> lastDue(RecordStore store) {
    AggregateQuery query =
        AggregateQuery.of("Ticket")
            .where(equal(field("state"), "open"))
            .select(count(), max(field("due")), average(field("due")));
    return store.query(query).map(QueryRow::values).asList();
  }

  private static RecipeStore tickets(SimulatedEngine engine) {
    RecipeStore tickets = RecipeStore.open(engine, METADATA);
    for (int id = 1; id <= 6; id++) {
      int number = id;
      tickets.run(
          store ->
              store.save(
                  Ticket.newBuilder()
                      .setId(number)
                      .setState(number % 3 == 0 ? "closed" : "open")
                      .setOwner(number % 2 == 0 ? "ahab" : "starbuck")
                      .setDue(10 - number)
                      .addLabel(number > 3 ? "sea" : "land")
                      .build()));
    }
    return tickets;
  }

  private static List<Long> ids(List<StoredRecord> records) {
    return records.stream().map(record -> record.primaryKey().getLong(0)).toList();
  }

  @SimulatedTest(seeds = 1)
  void queriesGiveRecordsInTheirOrder(SimulatedEngine engine) {
    RecipeStore tickets = tickets(engine);
    assertEquals(List.of(5L, 4L), ids(tickets.run(store -> late(store, 7))));
    assertEquals(
        """
        fetch
          scan index by-state [= parameter(#0), in (null, parameter(#1))]
        """,
        tickets.run(
            store ->
                CompletableFuture.completedFuture(
                    store
                        .plan(
                            RecordQuery.of("Ticket")
                                .where(and(equal(field("state"), "open"), less(field("due"), 7))))
                        .toString())));
  }

  @SimulatedTest(seeds = 1)
  void aPlanIsRunWithValues(SimulatedEngine engine) {
    RecipeStore tickets = tickets(engine);
    assertEquals(
        List.of("ahab has 2", "ahab has 4", "starbuck has 1", "starbuck has 5"),
        tickets.run(store -> notClosed(store, List.of("starbuck", "ahab"))));
  }

  @SimulatedTest(seeds = 1)
  void pagesGoOnInOtherTransactions(SimulatedEngine engine) {
    RecipeStore tickets = tickets(engine);
    RecordCursor.Page<StoredRecord> first = tickets.run(store -> page(store, new byte[0]));
    byte[] continuation = first.continuation().toBytes();
    RecordCursor.Page<StoredRecord> second = tickets.run(store -> page(store, continuation));
    assertEquals(List.of(5L, 4L), ids(first.items()));
    assertEquals(List.of(2L, 1L), ids(second.items()));
  }

  @SimulatedTest(seeds = 1)
  void aPlanIsRunForEachRowOfAnother(SimulatedEngine engine) {
    RecipeStore tickets = tickets(engine);
    List<Long> ids = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      Continuation at = from;
      RecordCursor.Page<NestedPlan.Pair> page =
          tickets.run(store -> ofOwners(store, at, ScanOptions.defaults().withRowsMax(1)));
      page.items().forEach(pair -> ids.add(pair.inner().primaryKey().getLong(0)));
      from = Continuation.fromBytes(page.continuation().toBytes());
    }
    assertEquals(List.of(2L, 4L, 6L, 1L, 3L, 5L), ids);
  }

  @SimulatedTest(seeds = 1)
  void analysisTellsRows(SimulatedEngine engine) {
    RecipeStore tickets = tickets(engine);
    String told = tickets.run(QueryGuideTest::analyzed);
    assertEquals(
        """
        rows  expected  cost  expected  requests  keys  bytes  opened  operator
           0        20    10       301         0     0      0       1  filter (field(due) < parameter(#1))
           3       100    10       301         3     3    165       1    fetch
           3       100     4       101         1     3     81       1      scan index by-label [= parameter(#0)]
        scanned 3 rows of 81 bytes, stopped for SOURCE_EXHAUSTED
        """,
        told);
  }

  @SimulatedTest(seeds = 1)
  void groupsAreCountedAndFolded(SimulatedEngine engine) {
    RecipeStore tickets = tickets(engine);
    assertEquals(
        List.of(Tuple.from("ahab", 2), Tuple.from("starbuck", 2)),
        tickets.run(QueryGuideTest::busyOwners));
    assertEquals(List.of(Tuple.from(4, 9, 7.0)), tickets.run(QueryGuideTest::lastDue));
    assertEquals(
        List.of(Tuple.from("starbuck", 9), Tuple.from("ahab", 8)),
        tickets.run(QueryGuideTest::latestOwners));
    AggregateQuery query =
        AggregateQuery.of("Ticket")
            .where(equal(field("state"), "open"))
            .groupBy(field("owner"))
            .select(count())
            .having(greater(count(), 1));
    assertEquals(
        """
        having (count() > parameter(#1))
          groups by field(owner) count()
            filter (field(state) = parameter(#0))
              scan index count-by-owner
        """,
        tickets.run(
            store ->
                CompletableFuture.completedFuture(
                    store.queries().plan(query, PlannerOptions.defaults()).toString())));
  }

  @SimulatedTest(seeds = 1)
  void anOrderWithoutAnIndexIsRefused(SimulatedEngine engine) {
    RecipeStore tickets = tickets(engine);
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () ->
                tickets.run(
                    store ->
                        store
                            .query(RecordQuery.of("Ticket").orderBy(descending(field("priority"))))
                            .asList()));
    assertTrue(
        refused.toString().contains("Index.value(\"by-priority\", field(\"priority\"))"),
        refused.toString());
  }
}
