package dev.tenure.queue.batch;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.EnqueueResult.Status;
import dev.tenure.queue.zone.LeasedItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many items in several transactions, each with its outcome. */
@Tag("late")
final class BatchEnqueueTest {
  private static final BatchOptions TENS = BatchOptions.defaults().withItemsMax(10);

  private TestCluster test;
  private BatchEnqueue batch;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    batch = BatchEnqueue.into(test.cluster, TestCluster.TENANT, "default");
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private static Stream<NewItem> items(int count) {
    return IntStream.range(0, count).mapToObj(i -> item("item " + i));
  }

  private BatchReport run(Stream<NewItem> items, BatchOptions options) {
    return join(batch.enqueueInBatches(items, options));
  }

  private long held() {
    return test.count(TestCluster.SEND);
  }

  private static CommitFault failSecond(int commit) {
    if (commit == 2) {
      throw new IllegalStateException("planted");
    }
    return CommitFault.NONE;
  }

  /** The commits that write fail so, by their number, from 1. */
  private void plant(IntFunction<CommitFault> fault) {
    AtomicInteger commits = new AtomicInteger();
    test.plant(
        request ->
            request.mutations().isEmpty()
                ? CommitFault.NONE
                : fault.apply(commits.incrementAndGet()));
  }

  @Test
  void moreItemsThanOneTransactionTakesAreAllAdded() {
    BatchReport report = join(batch.enqueueInBatches(items(2_501).toList()));
    assertEquals(2_501, report.enqueued());
    assertEquals(13, report.transactions());
    assertEquals(2_501L, held());
    assertEquals(2_501, report.outcomes().stream().map(ItemOutcome::id).distinct().count());
  }

  @Test
  void noItemsTakeNoTransaction() {
    assertEquals(new BatchReport(List.of(), 0), join(batch.enqueueInBatches(List.of())));
  }

  @Test
  void batchesEndAtTheirBytes() {
    NewItem third = item("x".repeat(320_000));
    Stream<NewItem> seven = Stream.generate(() -> third).limit(7);
    assertEquals(3, run(seven, BatchOptions.defaults()).transactions());
    NewItem large = item("x".repeat(QueueLimits.PAYLOAD_BYTES_MAX));
    assertEquals(2, run(Stream.of(large, large), TENS.withBytesMax(1)).transactions());
    assertEquals(9L, held());
  }

  @Test
  void outcomesAreInTheOrderGivenAndTellWhatExisted() {
    test.run(tx -> tx.zone().changeSettings(now -> now.withDedupFor(Duration.ofHours(1))));
    test.run(tx -> tx.zone().enqueue(item("x").withId("there")));
    test.run(tx -> tx.zone().enqueue(item("x").withId("done")));
    test.run(tx -> tx.zone().cancel("done"));
    BatchReport report =
        run(
            Stream.of(
                item("x").withId("there"),
                item("x").withId("new"),
                item("x").withId("done"),
                item("x").withId("new")),
            BatchOptions.defaults().withItemsMax(3));
    assertEquals(
        List.of(
            new ItemOutcome.Existed("there", Status.EXISTING),
            new ItemOutcome.Enqueued("new"),
            new ItemOutcome.Existed("done", Status.ALREADY_DONE),
            new ItemOutcome.Existed("new", Status.EXISTING)),
        report.outcomes());
    assertEquals(3, report.existed());
  }

  @Test
  void aTransactionThatFailsLeavesTheOthersAlone() {
    plant(BatchEnqueueTest::failSecond);
    BatchReport report = run(items(30), TENS);
    assertEquals(20, report.enqueued());
    assertEquals(10, report.failed());
    for (int i = 0; i < 30; i++) {
      boolean failed = report.outcomes().get(i) instanceof ItemOutcome.Failed;
      assertEquals(i >= 10 && i < 20, failed, "item " + i);
    }
    test.plant(request -> CommitFault.NONE);
    assertEquals(20L, held());
  }

  @Test
  void nothingIsAttemptedAfterAFailureWhenToldSo() {
    plant(BatchEnqueueTest::failSecond);
    BatchReport report = run(items(35), TENS.withStopAtFailure(true));
    assertEquals(10, report.enqueued());
    assertEquals(10, report.failed());
    assertEquals(15, report.notAttempted());
    assertEquals(2, report.transactions());
    assertInstanceOf(ItemOutcome.NotAttempted.class, report.outcomes().get(34));
    test.plant(request -> CommitFault.NONE);
    assertEquals(10L, held());
  }

  @Test
  void anUnknownResultNeverAddsAnItemTwice() {
    for (CommitFault fault :
        List.of(
            CommitFault.UNKNOWN_RESULT_APPLIED,
            CommitFault.UNKNOWN_RESULT_NOT_APPLIED,
            CommitFault.NOT_COMMITTED)) {
      long before = held();
      plant(commit -> commit % 2 == 1 ? fault : CommitFault.NONE);
      BatchReport report = run(items(40), TENS);
      test.plant(request -> CommitFault.NONE);
      assertEquals(40, report.enqueued(), fault + ": " + report.outcomes());
      assertEquals(before + 40, held(), fault.toString());
    }
  }

  @Test
  void theIdsToldAreThoseOfTheItems() {
    BatchReport report = run(items(25), TENS);
    List<LeasedItem> leased =
        test.run(tx -> tx.zone().dequeue(DequeueRequest.of(100, Duration.ofSeconds(30), "c")));
    assertEquals(
        report.outcomes().stream().map(ItemOutcome::id).sorted().toList(),
        leased.stream().map(each -> each.item().id()).sorted().toList());
  }

  @Test
  void aTenantThatIsNotThereFailsEveryItem() {
    Deployment deployment = Deployment.of(List.of(test.cluster));
    BatchEnqueue nowhere = BatchEnqueue.into(deployment, new TenantId("mail", "nobody"), "default");
    BatchReport report = join(nowhere.enqueueInBatches(items(3).toList()));
    assertEquals(3, report.failed());
    Throwable error = ((ItemOutcome.Failed) report.outcomes().get(0)).error();
    assertEquals(
        QueueException.Code.TENANT_NOT_FOUND, assertInstanceOf(QueueException.class, error).code());
  }

  @Test
  void aStreamIsDrawnAsItGoes() {
    List<Long> heldWhenDrawn = new ArrayList<>();
    Stream<NewItem> drawn = items(30).peek(item -> heldWhenDrawn.add((long) heldWhenDrawn.size()));
    BatchReport report = run(drawn, TENS);
    assertEquals(30, report.enqueued());
    assertEquals(30, heldWhenDrawn.size());
  }

  @Test
  void optionsNameTheirLimits() {
    assertEquals(
        "itemsMax is 1001, it must be 1 to 1000",
        assertThrows(IllegalArgumentException.class, () -> TENS.withItemsMax(1_001)).getMessage());
    String tooManyBytes =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class,
                    () -> TENS.withBytesMax(QueueLimits.BATCH_BYTES_MAX + 1))
                .getMessage());
    assertTrue(tooManyBytes.contains("it must be 1 to 4000000"), tooManyBytes);
    assertThrows(IllegalArgumentException.class, () -> TENS.withItemsMax(0));
  }
}
