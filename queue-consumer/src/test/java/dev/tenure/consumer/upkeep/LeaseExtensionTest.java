package dev.tenure.consumer.upkeep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.record.store.RecordStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forty items of eight tenants, leased for 2 s, whose handlers take 5 s. */
class LeaseExtensionTest {
  private static final int TENANTS = 8;
  private static final int ITEMS = 40;

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one");
  private final Journal journal = new Journal();
  private Consumer consumer;
  private int commits;

  @BeforeEach
  void runItems() {
    for (int i = 0; i < TENANTS; i++) {
      process.withTenant(tenant(i));
    }
    for (int i = 0; i < ITEMS; i++) {
      process.enqueue(tenant(i % TENANTS), NewItem.of(Fleet.SEND, "letter").withId(id(i)));
    }
    consumer =
        process.start(
            ConsumerOptions.defaults("c").withWorkers(64).withItemLease(Duration.ofSeconds(2)),
            Handlers.builder()
                .on(
                    Fleet.SEND,
                    (payload, context) -> fleet.takes(Duration.ofSeconds(5), Outcome.done()))
                .build(),
            journal);
    fleet.time.pass(Duration.ofMillis(500));
    assertEquals(ITEMS, consumer.status().load().running());
  }

  @AfterEach
  void close() {
    fleet.close();
  }

  private static TenantId tenant(int number) {
    return new TenantId("mail", "user " + number);
  }

  private static String id(int number) {
    return "letter " + (char) ('A' + number);
  }

  private ConsumerStatus.Leases leases() {
    return consumer.status().leases();
  }

  private CommitFault counted(CommitRequest request) {
    commits++;
    return CommitFault.NONE;
  }

  /** Neither visits nor ends come in between. */
  @Test
  void manyShareATransaction() {
    fleet.faults.plant(this::counted);
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(ITEMS, leases().extended());
    assertTrue(commits <= 4, commits + " commits for " + ITEMS + " extensions");
    fleet.time.pass(Duration.ofSeconds(6));
    assertEquals(ITEMS, journal.started.size());
    assertEquals(ITEMS, consumer.status().items().completed());
  }

  @Test
  void oneThatWasCancelledIsLostAndTheOthersAreExtended() {
    process.run(tenant(3), transaction -> transaction.zone().cancel(id(3)));
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(List.of(id(3)), journal.lost);
    assertEquals(ITEMS - 1, leases().extended());
  }

  @Test
  void oneThatAlwaysConflictsIsLostAndTheOthersAreExtended() {
    fleet.faults.plant(
        request ->
            request.mutations().stream().anyMatch(mutation -> concerns(mutation, id(3)))
                ? CommitFault.NOT_COMMITTED
                : CommitFault.NONE);
    fleet.time.pass(Duration.ofMillis(2_500));
    assertEquals(List.of(id(3)), journal.lost);
    fleet.faults.none();
    fleet.time.pass(Duration.ofSeconds(4));
    assertEquals(ITEMS - 1, consumer.status().items().completed());
  }

  private static boolean concerns(Mutation mutation, String id) {
    return mutation instanceof Mutation.Set set && contains(set.key(), id);
  }

  private static boolean contains(byte[] key, String id) {
    byte[] part = id.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i + part.length <= key.length; i++) {
      if (Arrays.equals(key, i, i + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void theItemsOfATenantThatWasDestroyedAreLostAndTheOthersAreExtended() {
    process.run(
        tenant(3),
        transaction -> {
          RecordStore.clear(transaction.context(), transaction.store().subspace());
          return fleet.takes(Duration.ZERO, Outcome.done());
        });
    fleet.time.pass(Duration.ofMillis(2_500));
    assertEquals(ITEMS / TENANTS, leases().lost());
    fleet.time.pass(Duration.ofSeconds(4));
    assertEquals(ITEMS - ITEMS / TENANTS, consumer.status().items().completed());
  }

  @Test
  void whileTheDatabaseRefusesTheyAreTriedAgainAsLongAsTheLeasesLast() {
    fleet.faults.plant(
        request -> {
          commits++;
          return CommitFault.TRANSACTION_TOO_OLD;
        });
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(0, leases().extended());
    assertEquals(0, leases().lost());
    assertTrue(commits <= 100, "divided in vain: " + commits + " commits");
    fleet.faults.none();
    fleet.time.pass(Duration.ofSeconds(6));
    assertEquals(0, leases().lost());
    assertEquals(ITEMS, journal.started.size());
    assertEquals(ITEMS, consumer.status().items().completed());
  }
}
