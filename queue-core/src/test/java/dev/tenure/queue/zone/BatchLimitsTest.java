package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.batch.BatchEnqueue;
import dev.tenure.queue.batch.BatchOptions;
import dev.tenure.queue.batch.BatchReport;
import dev.tenure.queue.cluster.TenantTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Atomic batches at their limits, and one over each. */
final class BatchLimitsTest {
  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private static List<NewItem> times(int count, NewItem item) {
    return new ArrayList<>(Collections.nCopies(count, item));
  }

  private String refusal(List<NewItem> items) {
    return String.valueOf(
        assertThrows(
                IllegalArgumentException.class, () -> test.run(tx -> tx.zone().enqueueAll(items)))
            .getMessage());
  }

  @Test
  void aBatchOfTheMostItemsIsAdded() {
    List<NewItem> items = times(QueueLimits.BATCH_ITEMS_MAX, item("x"));
    assertEquals(1_000, test.run(tx -> tx.zone().enqueueAll(items)).size());
    assertEquals(1_000L, test.count(TestCluster.SEND));
  }

  @Test
  void oneItemMoreIsRefusedAndNothingAdded() {
    assertEquals(
        "items in one batch is 1001, it must be 0 to 1000",
        refusal(times(QueueLimits.BATCH_ITEMS_MAX + 1, item("x"))));
    assertEquals(0L, test.count(TestCluster.SEND));
  }

  /** Ten items that are as many bytes as a batch may have, and as many characters more. */
  private List<NewItem> full(int more) {
    int keyBytes = test.run(this::keyBytes);
    List<NewItem> items = times(9, item("x".repeat(400_000)));
    int rest = QueueLimits.BATCH_BYTES_MAX - bytes(items, keyBytes);
    int payload = (rest - item("").transactionBytes(keyBytes)) * 100 / 101 - 2;
    while (item("x".repeat(payload + 1)).transactionBytes(keyBytes) <= rest) {
      payload++;
    }
    items.add(item("x".repeat(payload + more)));
    return items;
  }

  private static int bytes(List<NewItem> items, int keyBytes) {
    return items.stream().mapToInt(item -> item.transactionBytes(keyBytes)).sum();
  }

  private CompletableFuture<Integer> keyBytes(TenantTransaction tx) {
    return CompletableFuture.completedFuture(
        tx.store().subspace().pack(Tuple.from("default")).length);
  }

  @Test
  void aBatchOfTheMostBytesIsAdded() {
    List<NewItem> items = full(0);
    test.run(tx -> tx.zone().enqueueAll(items));
    assertEquals(10L, test.count(TestCluster.SEND));
  }

  @Test
  void oneByteMoreIsRefusedNamingItemSizeAndLimitAndNothingAdded() {
    List<NewItem> items = full(1);
    int keyBytes = test.run(this::keyBytes);
    assertEquals(
        "bodies and keys of one batch are "
            + bytes(items, keyBytes)
            + " bytes with item 9 of "
            + items.get(9).transactionBytes(keyBytes)
            + ", the limit is 4000000",
        refusal(items));
    assertEquals(0L, test.count(TestCluster.SEND));
  }

  @Test
  void attributesCountAsBytes() {
    int plain = item("x").transactionBytes(0);
    assertEquals(plain + 3, item("x").withAttributes(Map.of("k", "é")).transactionBytes(0));
  }

  /** What a batch takes of a transaction, and what it was thought to take. */
  private record Taken(long bytes, long estimated) {}

  private Taken take(TenantId tenant, String zone, List<NewItem> items) {
    long[] taken = new long[2];
    TestCluster.join(
        test.cluster.run(
            tenant,
            tx -> {
              int keyBytes = tx.store().subspace().pack(Tuple.from(zone)).length;
              taken[1] = items.stream().mapToLong(item -> item.transactionBytes(keyBytes)).sum();
              return tx.zone(zone)
                  .enqueueAll(items)
                  .thenCompose(done -> tx.context().approximateSize())
                  .thenAccept(size -> taken[0] = size);
            }));
    return new Taken(taken[0], taken[1]);
  }

  private static List<NewItem> named(int count, int idBytes, String payload) {
    List<NewItem> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(item(payload).withId("i".repeat(idBytes - 4) + (1_000 + i)));
    }
    return items;
  }

  @Test
  void aBatchInGroupsTakesNoMoreThanWasThought() {
    for (int groups : List.of(1, 200)) {
      Taken taken =
          take(TestCluster.TENANT, "grouped-" + groups, grouped(named(300, 9, "x"), groups));
      assertTrue(taken.bytes() <= taken.estimated(), taken.toString());
    }
  }

  /** Each in one of so many groups with long names. */
  private static List<NewItem> grouped(List<NewItem> items, int groups) {
    List<NewItem> grouped = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      grouped.add(items.get(i).withGroup("g".repeat(250) + (i % groups)));
    }
    return grouped;
  }

  @Test
  void whatABatchTakesIsNeverMoreThanWasThought() {
    TenantId longest = new TenantId("a".repeat(64), "u".repeat(256));
    TestCluster.join(test.cluster.createTenant(longest));
    String zone = "z".repeat(64);
    TestCluster.join(
        test.cluster.run(
            longest,
            tx -> tx.zone(zone).changeSettings(now -> now.withDedupFor(Duration.ofDays(1)))));
    List<Taken> all =
        List.of(
            take(longest, zone, named(300, 256, "x".repeat(1_000))),
            take(longest, zone, named(300, 20, "x")),
            take(TestCluster.TENANT, "default", named(800, 4, "x".repeat(300))),
            take(TestCluster.TENANT, "default", times(800, item("x"))),
            take(TestCluster.TENANT, "default", named(3, 8, "x".repeat(1_000_000))));
    for (Taken taken : all) {
      assertTrue(taken.bytes() <= taken.estimated() + 5_000, all.toString());
      assertTrue(taken.estimated() <= 3 * taken.bytes(), all.toString());
    }
  }

  @Test
  void theLongestNamesLeaveRoomForFewerItems() {
    TenantId longest = new TenantId("a".repeat(64), "u".repeat(256));
    TestCluster.join(test.cluster.createTenant(longest));
    BatchReport report =
        TestCluster.join(
            BatchEnqueue.into(test.cluster, longest, "z".repeat(64))
                .enqueueInBatches(
                    named(1_000, 256, "x").stream(),
                    new BatchOptions(1_000, QueueLimits.BATCH_BYTES_MAX, false)));
    assertEquals(1_000, report.enqueued());
    assertTrue(report.transactions() >= 2, report.transactions() + " transactions");
  }
}
