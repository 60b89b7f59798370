package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TestCluster.Open;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.RecordCounter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Leases of visits with holders that complete items by the records that they remember. */
final class RememberedItemsTest extends VisitLeasesTest {
  private final Map<String, LeasedItem> remembered = new HashMap<>();

  @Override
  List<LeasedItem> taken(int max) {
    List<LeasedItem> items = super.taken(max);
    items.forEach(each -> remembered.put(key(each.item().id(), each.lease().id()), each));
    return items;
  }

  @Override
  CompletableFuture<ZoneOutcome> complete(QueueZone zone, String id, LeaseId lease) {
    return zone.complete(Objects.requireNonNull(remembered.get(key(id, lease))));
  }

  private static String key(String id, LeaseId lease) {
    return id + " " + lease;
  }

  private ZoneOutcome complete(LeasedItem leased) {
    return test.run("complete", tx -> tx.zone().complete(leased));
  }

  /** The items of one visit, in the order of the ids. */
  private List<LeasedItem> items(String... ids) {
    LeaseId lease = held(ids);
    return Stream.of(ids)
        .map(id -> Objects.requireNonNull(remembered.get(key(id, lease))))
        .toList();
  }

  @Test
  void aCompletionReadsTheLeaseAndNoRecord() {
    List<LeasedItem> items = items("a", "b", "c");
    test.run(tx -> tx.zone().settings());
    test.run("open", tx -> CompletableFuture.completedFuture(tx.zone()));
    test.run(
        "complete",
        tx ->
            tx.zone()
                .complete(items.get(0))
                .thenCompose(done -> tx.zone().complete(items.get(1)))
                .thenCompose(done -> tx.zone().complete(items.get(2))));
    assertEquals(
        test.counted(RecordCounter.READS, "open"), test.counted(RecordCounter.READS, "complete"));
    assertEquals(
        test.counted(RecordCounter.RANGE_READS, "open") + 1,
        test.counted(RecordCounter.RANGE_READS, "complete"));
    assertEquals(0, test.count(TestCluster.SEND));
    assertEquals(List.of(), parts());
    assertEquals(Optional.empty(), test.run(tx -> tx.zone().earliestVesting()));
  }

  @Test
  void aCompletionAndACancelConflict() {
    LeasedItem item = items("a", "b").get(0);
    try (Open completion = test.open();
        Open cancel = test.open()) {
      assertEquals(ZoneOutcome.DONE, join(completion.tx().zone().complete(item)));
      assertEquals(ZoneOutcome.DONE, join(cancel.tx().zone().cancel("a")));
      cancel.commit();
      assertThrows(RecordLayerException.class, completion::commit);
    }
  }

  @Test
  void twoCompletionsConflict() {
    LeasedItem item = items("a", "b").get(0);
    try (Open one = test.open();
        Open other = test.open()) {
      assertEquals(ZoneOutcome.DONE, join(one.tx().zone().complete(item)));
      assertEquals(ZoneOutcome.DONE, join(other.tx().zone().complete(item)));
      one.commit();
      assertThrows(RecordLayerException.class, other::commit);
    }
    assertEquals(1, test.count(TestCluster.SEND));
  }

  @Test
  void aChangeInTheSameTransactionIsSeen() {
    List<LeasedItem> items = items("a", "b");
    LeasedItem item = items.get(0);
    ZoneOutcome outcome =
        test.run(
            tx ->
                tx.zone()
                    .requeue("a", item.lease().id(), LEASE, Optional.empty())
                    .thenCompose(done -> tx.zone().complete(item)));
    assertEquals(ZoneOutcome.LEASE_LOST, outcome);
    assertEquals(
        ZoneOutcome.ITEM_GONE,
        test.run(
            tx ->
                tx.zone()
                    .complete(items.get(1))
                    .thenCompose(done -> tx.zone().complete(items.get(1)))));
  }

  @Test
  void anItemThatAnOperatorChangedAfterItsLeaseWasOverIsReadAgain() {
    LeasedItem item = items("a").get(0);
    test.advance(LEASE.plusSeconds(1));
    test.run(tx -> tx.zone().update("a", OptionalInt.of(3), Optional.empty()));
    assertEquals(ZoneOutcome.DONE, complete(item), "the lease stays in the record");
    assertEquals(0, test.count(TestCluster.SEND));
    assertEquals(List.of(), vested());
  }

  @Test
  void aRememberedIdLeavesItsTombstone() {
    test.run(tx -> tx.zone().saveSettings(ZoneSettings.defaults().withDedupFor(LEASE)));
    LeasedItem item = items("a").get(0);
    assertEquals(ZoneOutcome.DONE, complete(item));
    test.run(tx -> tx.zone().enqueue(item("x").withId("a")));
    assertTrue(test.run(tx -> tx.zone().find("a")).isEmpty());
  }
}
