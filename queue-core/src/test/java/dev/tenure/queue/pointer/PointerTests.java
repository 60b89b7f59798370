package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A cluster with a tenant, and the steps of the pointer protocol. */
abstract class PointerTests {
  static final Duration GRACE = Duration.ofSeconds(30);
  static final Duration LEASE = Duration.ofSeconds(30);

  TestCluster test;

  /** The way of leasing pointers under test. */
  PointerLeasing leasing() {
    return PointerLeasing.NEVER;
  }

  @BeforeEach
  void start() {
    test =
        TestCluster.start(
            ClusterOptions.named("test").withMinInactive(GRACE).withLeasing(leasing()));
  }

  @AfterEach
  void stop() {
    test.close();
  }

  TopLevelPeek peek() {
    return peek(0);
  }

  TopLevelPeek peek(int shard) {
    return join(test.cluster.topLevel().peek(shard, TopLevelPeekRequest.of(100, Duration.ZERO)));
  }

  List<PointerRef> vestedPointers() {
    return peek().vested().stream()
        .filter(TopLevelEntry.Pointer.class::isInstance)
        .map(entry -> ((TopLevelEntry.Pointer) entry).ref())
        .toList();
  }

  List<TopLevelEntry.Nudge> vestedNudges() {
    return vestedNudges(0);
  }

  List<TopLevelEntry.Nudge> vestedNudges(int shard) {
    return peek(shard).vested().stream()
        .filter(TopLevelEntry.Nudge.class::isInstance)
        .map(TopLevelEntry.Nudge.class::cast)
        .toList();
  }

  static VisitRequest request(int items) {
    return new VisitRequest("consumer", items, 1_000_000, LEASE, any -> true);
  }

  VisitResult visit(PointerRef ref, int items, List<TopLevelEntry.Nudge> nudges) {
    return test.settled(test.cluster.visits().visit(ref, nudges, request(items)));
  }

  PointerRef ref() {
    return new PointerRef(applicationId(), TestCluster.TENANT, "default", 0);
  }

  long applicationId() {
    try (var context = test.database.openContext()) {
      return join(test.cluster.applicationId(context, "mail")).orElseThrow();
    }
  }

  void complete(List<LeasedItem> items) {
    for (LeasedItem item : items) {
      ZoneOutcome outcome = test.run(tx -> tx.zone().complete(item.item().id(), item.lease().id()));
      assertEquals(ZoneOutcome.DONE, outcome);
    }
  }

  List<LeasedItem> taken(VisitResult result) {
    return assertInstanceOf(VisitResult.Taken.class, result).items();
  }

  Instant in(Duration duration) {
    return test.clock.instant().plus(duration);
  }

  void enqueue() {
    test.run(tx -> tx.zone().enqueue(item("x")));
  }

  /** Enqueues, takes and completes one item: the zone is empty, its pointer asleep. */
  void emptyZoneAsleep() {
    enqueue();
    complete(taken(visit(ref(), 8, List.of())));
  }
}
