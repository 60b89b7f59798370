package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator deletes a tenant while the handlers of its items run. */
@Timeout(600)
final class DeletedTenantTest {
  private static final Duration RUN = Duration.ofSeconds(5);
  private static final int ITEMS = 4;

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process =
      fleet.process("one").withTenant(Fleet.AHAB).withTenant(Fleet.QUEEQUEG);
  private final Journal journal = new Journal();

  @AfterEach
  void close() {
    fleet.close();
  }

  private Consumer start(boolean effects) {
    return process.start(
        ConsumerOptions.defaults("c").withWorkers(2 * ITEMS),
        Handlers.builder()
            .on(
                Fleet.SEND,
                (payload, context) ->
                    fleet.takes(RUN, effects ? Outcome.done(Counters.add("done")) : Outcome.done()))
            .build(),
        journal);
  }

  private void send(TenantId tenant) {
    for (int i = 0; i < ITEMS; i++) {
      process.enqueue(tenant, NewItem.of(Fleet.SEND, "letter").withId("letter-" + i));
    }
  }

  /** Deletes store and entry of the tenant, as an operator's program does. */
  private void delete() {
    QueueCluster cluster = process.cluster();
    fleet.time.join(
        cluster
            .database()
            .run(
                context ->
                    cluster
                        .begin(context, Fleet.AHAB)
                        .thenCompose(
                            transaction -> {
                              RecordStore.clear(context, transaction.store().subspace());
                              return cluster.applicationId(context, Fleet.AHAB.application());
                            })
                        .thenCompose(
                            application ->
                                cluster
                                    .space()
                                    .openClusterStore(context)
                                    .thenCompose(
                                        store ->
                                            store.delete(
                                                "ClusterTenant",
                                                Tuple.from(
                                                    application.orElseThrow(),
                                                    Fleet.AHAB.user()))))));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itsItemsAreLostAndThoseOfOthersEnd(boolean effects) {
    Consumer consumer = start(effects);
    send(Fleet.AHAB);
    send(Fleet.QUEEQUEG);
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(2 * ITEMS, consumer.status().load().running());
    delete();
    fleet.time.pass(RUN.plusSeconds(1));
    assertEquals(ITEMS, consumer.status().items().completed());
    assertEquals(ITEMS, journal.lost.size());
    assertEquals(0, process.left(Fleet.QUEEQUEG));
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEndOfTheOldTenantIsNoEndOfTheNewOnes(boolean effects) {
    Consumer consumer = start(effects);
    send(Fleet.AHAB);
    fleet.time.pass(Duration.ofSeconds(1));
    delete();
    process.withTenant(Fleet.AHAB);
    send(Fleet.AHAB);
    fleet.time.pass(RUN.minusMillis(500)); // between the ends of the old runs and of the new ones
    assertEquals(ITEMS, process.left(Fleet.AHAB), "of the new tenant none has ended");
    fleet.time.pass(Duration.ofSeconds(56));
    assertEquals(0, process.left(Fleet.AHAB));
    assertEquals(ITEMS, consumer.status().items().completed());
    assertEquals(effects ? ITEMS : 0, process.counter(Fleet.AHAB, "done"));
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }
}
