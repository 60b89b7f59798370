package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TestCluster.OtherProcess;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.proto.QueueTombstone;
import dev.tenure.queue.proto.QueueTombstoneBucket;
import dev.tenure.queue.zone.EnqueueResult.Status;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ids are remembered for {@code dedupFor} by version, whatever the clocks say. */
final class RememberedIdsByVersionTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  /** The hour rounded up, the time in which a transaction commits, and the lag of versions. */
  private static final Duration HOUR_BY_VERSION = Duration.ofMillis(3_670_016 + 5_000 + 20);

  private TestCluster test;
  private OtherProcess fast;
  private OtherProcess slow;
  private OtherProcess right;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    fast = test.process(TWO_HOURS);
    slow = test.process(TWO_HOURS.negated());
    right = test.process(Duration.ZERO);
    test.run(tx -> tx.zone().changeSettings(before -> before.withDedupFor(HOUR)));
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private static Status enqueue(OtherProcess process, String id) {
    return process.run(tx -> tx.zone().enqueue(item("x").withId(id))).status();
  }

  /** Enqueues and ends an item. */
  private static void end(OtherProcess process, String id) {
    assertEquals(Status.NEW, enqueue(process, id));
    assertEquals(ZoneOutcome.DONE, process.run(tx -> tx.zone().cancel(id)));
  }

  private List<QueueTombstoneBucket> rows() {
    return test.run(
        tx ->
            tx.store()
                .scan(
                    QueueSchema.TOMBSTONE_BUCKET,
                    TupleRange.prefix(Tuple.from(TenantTransaction.DEFAULT_ZONE)),
                    Continuation.START,
                    ScanOptions.defaults())
                .map(row -> (QueueTombstoneBucket) row.message())
                .asList());
  }

  @Test
  void aClockThatIsAheadDropsNothingThatIsNotOverByVersion() {
    end(right, "a");
    assertEquals(Status.NEW, enqueue(fast, "other"));
    fast.run(tx -> tx.zone().dropForgotten());
    assertEquals(1, rows().size());
    assertEquals(Status.ALREADY_DONE, enqueue(right, "a"));
  }

  @Test
  void aClockThatIsAheadRemembersWhatIsNotOverByVersion() {
    end(right, "a");
    assertEquals(Status.ALREADY_DONE, enqueue(fast, "a"));
    test.advance(HOUR);
    assertEquals(Status.ALREADY_DONE, enqueue(fast, "a"));
    test.advance(HOUR_BY_VERSION.minus(HOUR));
    assertEquals(Status.NEW, enqueue(fast, "a"));
    assertEquals(List.of(), rows());
  }

  @Test
  void whatAClockThatIsBehindLeavesIsRememberedForTheTimeByVersion() {
    end(slow, "a");
    assertEquals(Status.ALREADY_DONE, enqueue(right, "a"));
    test.advance(HOUR);
    assertEquals(Status.ALREADY_DONE, enqueue(right, "a"));
    right.run(tx -> tx.zone().dropForgotten());
    assertEquals(1, rows().size());
    test.advance(HOUR_BY_VERSION.minus(HOUR));
    right.run(tx -> tx.zone().dropForgotten());
    assertEquals(List.of(), rows());
    assertEquals(Status.NEW, enqueue(right, "a"));
  }

  @Test
  void whatAClockThatIsAheadLeavesIsForgottenWhenItsTimeIsOverToo() {
    end(fast, "a");
    test.advance(HOUR_BY_VERSION.plus(TWO_HOURS).minus(Duration.ofMinutes(2)));
    assertEquals(Status.ALREADY_DONE, enqueue(right, "a"));
    test.advance(Duration.ofMinutes(8));
    assertEquals(Status.NEW, enqueue(right, "a"));
  }

  @Test
  void aTombstoneLeftLaterKeepsItsBucket() {
    end(right, "a");
    test.advance(Duration.ofMinutes(3));
    end(right, "b");
    assertEquals(1, rows().size());
    long rowVersion = rows().get(0).getForgottenVersion();
    long readVersion = test.run(tx -> tx.context().readVersion());
    assertTrue(
        rowVersion > readVersion + HOUR.toMillis() * 1_000, rowVersion + " at " + readVersion);
  }

  @Test
  void aBucketIsNotDroppedWhileATombstoneIsLeftInIt() {
    end(slow, "a");
    test.advance(TWO_HOURS);
    OtherProcess slower = test.process(TWO_HOURS.multipliedBy(-2));
    enqueue(slower, "b");
    try (TestCluster.Open dropping = test.open()) {
      join(dropping.tx().zone().dropForgotten());
      join(dropping.tx().zone().enqueue(item("y")));
      slower.run(tx -> tx.zone().cancel("b"));
      RuntimeException error = assertThrows(RuntimeException.class, dropping::commit);
      assertTrue(FdbErrorPredicates.conflict(error), error::toString);
    }
    assertEquals(Status.ALREADY_DONE, enqueue(right, "b"));
  }

  @Test
  void oneTransactionMayDropABucketTwice() {
    end(right, "a");
    test.advance(TWO_HOURS);
    test.run(
        tx -> {
          var first = tx.zone().enqueue(item("x").withId("b"));
          var second = tx.zone().enqueue(item("x").withId("c"));
          return first.thenCombine(second, (one, other) -> one);
        });
    assertEquals(List.of(), rows());
  }

  /** As a process of an older version leaves it. */
  @Test
  void aBucketThatTellsNoVersionIsOverByTimeAndTheSkewOfClocks() {
    long bucket = test.clock.instant().plus(HOUR).toEpochMilli();
    test.run(
        tx ->
            tx.store()
                .save(
                    QueueTombstone.newBuilder()
                        .setZone(tx.zone().name())
                        .setBucketMillis(bucket)
                        .setId("a")
                        .build())
                .thenCompose(
                    saved ->
                        tx.store()
                            .save(
                                QueueTombstoneBucket.newBuilder()
                                    .setZone(tx.zone().name())
                                    .setBucketMillis(bucket)
                                    .build())));
    test.advance(HOUR.plusSeconds(10).minusMillis(1));
    assertEquals(Status.ALREADY_DONE, enqueue(right, "a"));
    test.advance(Duration.ofMillis(1));
    assertEquals(Status.NEW, enqueue(right, "a"));
    assertEquals(List.of(), rows());
  }

  @Test
  void aFewBucketsAreDroppedAtATimeTheFirstOnes() {
    for (int i = 0; i < 6; i++) {
      end(right, "item " + i);
      test.advance(Duration.ofMinutes(8));
    }
    assertEquals(6, rows().size());
    List<QueueTombstoneBucket> all = rows();
    test.advance(TWO_HOURS);
    right.run(tx -> tx.zone().dropForgotten());
    assertEquals(all.subList(4, 6), rows());
    assertEquals(Status.NEW, enqueue(right, "item 5"));
    assertEquals(List.of(), rows());
  }
}
