package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.examples.recipes.proto.Ticket;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.index.rank.Ranks;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.MissingRecord;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.cluster.SimulatedCluster;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** What docs/recipes/priority-queues.md shows. */
final class PriorityQueuesTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(Ticket.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .index("Ticket", Index.rank("urgency", field("urgency")).countDuplicates())
          .include(QueueSchema.part())
          .build();

  private static final RecordMetaData IN_ORDER =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Ticket.getDefaultInstance(),
              type ->
                  type.typeKey(1)
                      .primaryKey(concat(field("urgency"), field("id")))
                      .layout(RecordLayout.SINGLE_KEY))
          .index("Ticket", Index.value("by-id", field("id")).unique())
          .include(QueueSchema.part())
          .build();

  private static final WorkType<String> ANSWER = WorkType.of("answer", PayloadCodecs.text());

  private static CompletableFuture<EnqueueResult> enqueue(
      TenantTransaction tx, String text, int priority) {
    return tx.zone("tickets").enqueue(NewItem.of(ANSWER, text).withPriority(priority));
  }

  private static CompletableFuture<List<WorkItem>> next(TenantTransaction tx, int max) {
    return tx.zone("tickets").peek(PeekRequest.first(max));
  }

  private static CompletableFuture<Optional<Ticket>> takeMostUrgent(RecordStore store) {
    return store
        .scanRecords(
            "urgency",
            TupleRange.all(),
            Continuation.START,
            ScanOptions.defaults().withReverse(true).withRowsMax(1),
            MissingRecord.FAIL)
        .first()
        .thenApply(
            found ->
                found.map(
                    record -> {
                      store.delete(record);
                      return record.message(Ticket.class);
                    }));
  }

  private static CompletableFuture<Long> howManyAreMoreUrgent(RecordStore store, long urgency) {
    return Ranks.of(store.index("urgency")).rankFromTop(Tuple.from(), Tuple.from(urgency));
  }

  private static CompletableFuture<List<Ticket>> mostUrgent(RecordStore store, int max) {
    return store
        .scan(
            "Ticket",
            TupleRange.all(),
            Continuation.START,
            ScanOptions.defaults().withReverse(true).withRowsMax(max))
        .map(record -> record.message(Ticket.class))
        .asList();
  }

  private static CompletableFuture<Void> setUrgency(RecordStore store, String id, long urgency) {
    return store
        .scanRecords(
            "by-id",
            TupleRange.prefix(Tuple.from(id)),
            Continuation.START,
            ScanOptions.defaults(),
            MissingRecord.FAIL)
        .first()
        .thenCompose(
            found -> {
              StoredRecord before = found.orElseThrow();
              Ticket ticket = before.message(Ticket.class);
              store.delete(before);
              return store.save(ticket.toBuilder().setUrgency(urgency).build());
            })
        .thenAccept(saved -> {});
  }

  private static Ticket ticket(String id, long urgency) {
    return Ticket.newBuilder().setId(id).setUrgency(urgency).build();
  }

  private static String text(WorkItem item) {
    return ANSWER.decode(item.schemaVersion(), item.body().orElseThrow());
  }

  @SimulatedTest(seeds = 1)
  void itemsOfAZoneComeByPriorityAndThenByTime(SimulatedEngine engine) {
    SimulatedCluster cluster = RecipeStore.open(engine, METADATA).cluster();
    String[] texts = {"question 1", "outage 1", "question 2", "outage 2"};
    for (String text : texts) {
      int priority = text.startsWith("outage") ? 0 : 8;
      cluster.run(RecipeStore.TENANT, tx -> enqueue(tx, text, priority));
      cluster.runFor(Duration.ofSeconds(1));
    }
    List<String> expected = List.of("outage 1", "outage 2", "question 1", "question 2");
    List<WorkItem> peeked = cluster.run(RecipeStore.TENANT, tx -> next(tx, 10));
    assertEquals(expected, peeked.stream().map(PriorityQueuesTest::text).toList());

    Set<String> answered = new TreeSet<>();
    cluster.startConsumer("first", deployment -> answering(answered));
    cluster.drain(Duration.ofMinutes(1));
    assertEquals(Set.copyOf(expected), answered);
  }

  private static Handlers answering(Set<String> answered) {
    return Handlers.builder()
        .on(
            ANSWER,
            (text, context) -> {
              answered.add(text);
              return CompletableFuture.completedFuture(Outcome.done());
            })
        .build();
  }

  @SimulatedTest(seeds = 1)
  void recordsAreTakenByAnyNumberAndTellTheirRank(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> it.save(ticket("a", 10)));
    store.run(it -> it.save(ticket("b", 900)));
    store.run(it -> it.save(ticket("c", 70_000)));
    assertEquals(2L, store.number(it -> howManyAreMoreUrgent(it, 10)));
    store.run(it -> it.save(ticket("a", 1_000)));
    assertEquals(1L, store.number(it -> howManyAreMoreUrgent(it, 1_000)));
    assertEquals("c", store.run(PriorityQueuesTest::takeMostUrgent).orElseThrow().getId());
    assertEquals("a", store.run(PriorityQueuesTest::takeMostUrgent).orElseThrow().getId());
    assertEquals("b", store.run(PriorityQueuesTest::takeMostUrgent).orElseThrow().getId());
    assertTrue(store.run(PriorityQueuesTest::takeMostUrgent).isEmpty());
  }

  @SimulatedTest(seeds = 1)
  void recordsMayLieInTheirOrderThemselves(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, IN_ORDER);
    saveTickets(store, 5);
    store.run(it -> setUrgency(it, "t1", 70_000));
    assertEquals(List.of("t1", "t4", "t3"), ids(store.run(it -> mostUrgent(it, 3))));
    assertEquals(5, store.run(it -> mostUrgent(it, 10)).size());
    RecordQuery first =
        RecordQuery.of("Ticket").orderBy(OrderColumn.descending(field("urgency"))).limit(1);
    String plan = store.run(it -> CompletableFuture.completedFuture(it.explain(first)));
    assertTrue(plan.startsWith("scan records Ticket reverse"), plan);
  }

  /** The tickets t0, t1, …, each more urgent than the one before. */
  private static void saveTickets(RecipeStore store, int count) {
    for (int i = 0; i < count; i++) {
      Ticket ticket = ticket("t" + i, i);
      store.run(it -> it.save(ticket));
    }
  }

  private static List<String> ids(List<Ticket> tickets) {
    return tickets.stream().map(Ticket::getId).toList();
  }

  @SimulatedTest(seeds = 1)
  void thoseWhoTakeTheFirstConflict(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    saveTickets(store, 10);
    int retries =
        store.retriesOf(
            List.of(
                PriorityQueuesTest::takeMostUrgent,
                PriorityQueuesTest::takeMostUrgent,
                PriorityQueuesTest::takeMostUrgent));
    assertTrue(retries >= 2, retries + " retries");
    assertEquals("t6", store.run(PriorityQueuesTest::takeMostUrgent).orElseThrow().getId());
  }
}
