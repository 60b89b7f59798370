package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What lies beside a pointer: its entries, nudges, shard, and what is counted. */
final class PointerEdgesTest extends PointerTests {
  private static final Duration HOUR = Duration.ofHours(1);

  private PointerSpace space() {
    return test.cluster.space();
  }

  private <T> T inStore(Function<RecordContext, T> body) {
    try (RecordContext context = test.database.openContext()) {
      return body.apply(context);
    }
  }

  private PointerEntries.Entries entries() {
    return inStore(
        context ->
            join(
                space()
                    .entries()
                    .read(context, applicationId(), TestCluster.TENANT.user(), "default")));
  }

  private Optional<Instant> earliestNudge() {
    return inStore(context -> join(space().nudges().earliest(context, ref())));
  }

  private void nudge(String zone, Instant vesting) {
    PointerRef ref = new PointerRef(applicationId(), TestCluster.TENANT, zone, 0);
    test.run(
        tx -> {
          space().nudges().write(tx.context(), ref, vesting, "of the test");
          return tx.zone(zone).settings();
        });
  }

  @Test
  void collectionLeavesNeitherEntryBehind() {
    emptyZoneAsleep();
    assertTrue(entries().exists());
    test.advance(Duration.ofSeconds(10));
    visit(ref(), 8, List.of());
    assertTrue(entries().asleep());
    test.advance(HOUR);
    assertEquals(VisitResult.Collected.class, visit(ref(), 8, List.of()).getClass());
    assertFalse(entries().exists());
    assertFalse(entries().asleep());
  }

  /** Whoever wrote it again did so for something that the visit has not seen. */
  @Test
  void aNudgeWrittenAgainWhileAVisitClearsItMakesTheVisitConflict() {
    enqueue();
    nudge("default", in(Duration.ZERO));
    byte[] key = vestedNudges().get(0).key();
    try (RecordContext context = test.database.openContext()) {
      join(context.transaction().getReadVersion());
      space().nudges().clear(context, key);
      nudge("default", in(Duration.ZERO));
      RuntimeException conflict = failure(context);
      assertTrue(FdbErrorPredicates.conflict(conflict), conflict + "");
    }
    assertEquals(1, vestedNudges().size());
  }

  private static RuntimeException failure(RecordContext context) {
    try {
      join(context.commit());
      return new IllegalStateException("the commit succeeded");
    } catch (RuntimeException e) {
      return e;
    }
  }

  @Test
  void theEarliestNudgeIsThatOfTheZoneAndNotOfAnother() {
    enqueue();
    nudge("other", in(Duration.ofSeconds(1)));
    nudge("default", in(Duration.ofSeconds(2)));
    assertEquals(Optional.of(in(Duration.ofSeconds(2))), earliestNudge());
  }

  @Test
  void whatProducersDoIsCounted() {
    PointerMeters.Reading before = space().meters().read();
    test.run(tx -> tx.zone().enqueue(item("x").withDelay(HOUR)));
    test.run(tx -> tx.zone().enqueue(item("y")));
    PointerMeters.Reading after = space().meters().read();
    assertEquals(1, after.created() - before.created());
    assertEquals(1, after.nudged() - before.nudged());
  }

  @Test
  void zonesAreSpreadOverTheShardsAndFoundInTheirs() {
    test.close();
    test = TestCluster.start(ClusterOptions.named("test").withShards(4));
    for (int i = 0; i < 32; i++) {
      String zone = "zone " + i;
      test.run(tx -> tx.zone(zone).enqueue(item("x")));
    }
    List<PointerRef> found = new ArrayList<>();
    for (int shard = 0; shard < 4; shard++) {
      int its = shard;
      List<PointerRef> refs =
          peek(shard).vested().stream()
              .map(entry -> ((TopLevelEntry.Pointer) entry).ref())
              .toList();
      assertTrue(refs.size() >= 2, refs.size() + " of 32 pointers in shard " + shard);
      assertTrue(refs.stream().allMatch(ref -> ref.shard() == its), refs + "");
      found.addAll(refs);
    }
    assertEquals(32, found.size());
    for (PointerRef ref : found) {
      Optional<PointerState> state =
          join(
              test.database.run(
                  context ->
                      space()
                          .openClusterStore(context)
                          .thenCompose(
                              store ->
                                  space()
                                      .pointer(
                                          store, ref.applicationId(), ref.tenant(), ref.zone()))));
      assertEquals(Optional.of(ref), state.map(PointerState::ref));
    }
  }

  /** The first check runs at once; those that come meanwhile share the next transaction. */
  @Test
  void ofSeveralItemsOfAZoneTheFirstToVestIsNudgedFor() {
    emptyZoneAsleep();
    WakeChecks checks = new WakeChecks(space());
    Instant soon = in(Duration.ofSeconds(2));
    for (int round = 0; round < 3; round++) {
      checks.add(ref(), in(HOUR.plusMillis(round)), "late " + round, 1);
      checks.add(ref(), soon, "soon " + round, 2);
      checks.add(ref(), in(HOUR.plusMillis(round)), "later " + round, 3);
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> earliestNudge().equals(Optional.of(soon)));
      clearNudges();
    }
  }

  private void clearNudges() {
    join(
        test.database.run(
            context -> {
              context.clear(space().keys().nudges().range());
              return CompletableFuture.completedFuture(null);
            }));
  }

  /** Another process, whose clock is ahead, has written the pointer. */
  @Test
  void anItemIsNudgedForOnlyWhenItVestsBeforeAPointerThatIsAhead() {
    test.process(Duration.ofMinutes(30)).run(tx -> tx.zone().enqueue(item("x")));
    clearNudges();
    test.run(tx -> tx.zone().enqueue(item("y").withDelay(HOUR)));
    assertEquals(Optional.empty(), earliestNudge());
    test.run(tx -> tx.zone().enqueue(item("z").withDelay(Duration.ofMinutes(20))));
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> earliestNudge().equals(Optional.of(in(Duration.ofMinutes(20)))));
  }

  @Test
  void everyConflictOfAVisitIsCounted() {
    enqueue();
    long before = space().meters().read().visitConflicts();
    test.plant(request -> CommitFault.NOT_COMMITTED);
    assertEquals(new VisitResult.Conflict(), visit(ref(), 8, List.of()));
    test.plant(request -> CommitFault.NONE);
    assertEquals(3, space().meters().read().visitConflicts() - before);
  }

  private long pointersLeased(int collisions) {
    test.close();
    test = TestCluster.start(ClusterOptions.named("test").withLeasing(PointerLeasing.ADAPTIVE));
    for (int i = 0; i < collisions; i++) {
      enqueue();
      List<TopLevelEntry.Nudge> nudges = vestedNudges();
      AtomicInteger commits = new AtomicInteger();
      test.plant(
          request -> commits.getAndIncrement() == 0 ? CommitFault.NOT_COMMITTED : CommitFault.NONE);
      taken(visit(ref(), 8, nudges));
      test.plant(request -> CommitFault.NONE);
    }
    for (int i = collisions; i <= 200; i++) {
      visit(new PointerRef(applicationId(), TestCluster.TENANT, "none", 0), 8, List.of());
    }
    return test.counted(RecordCounter.TRANSACTIONS_OPENED, "lease-pointer");
  }

  @Test
  void afterTwoHundredVisitsOfWhichManyCollidedPointersAreLeased() {
    assertEquals(1, pointersLeased(11));
  }

  @Test
  void afterTwoHundredVisitsOfWhichNoneCollidedPointersAreNotLeased() {
    assertEquals(0, pointersLeased(0));
  }

  @Test
  void aStoreThatIsDamagedWhileItsPointerIsLeasedRests() {
    test.close();
    test = TestCluster.start(ClusterOptions.named("test").withLeasing(PointerLeasing.ALWAYS));
    enqueue();
    test.damageTenantStore();
    assertEquals(VisitResult.Failed.class, visit(ref(), 8, List.of()).getClass());
  }

  @Test
  void nudgesAreEqualByTheirKeys() {
    TopLevelEntry.Nudge nudge = nudge(1);
    assertEquals(nudge, nudge(1));
    assertEquals(nudge.hashCode(), nudge(1).hashCode());
    assertNotEquals(nudge, nudge(2));
    assertNotEquals(nudge.hashCode(), nudge(2).hashCode());
    assertNotEquals(nudge, new TopLevelEntry.Pointer(nudge.ref(), nudge.vesting()));
  }

  private static TopLevelEntry.Nudge nudge(int key) {
    PointerRef ref = new PointerRef(1, TestCluster.TENANT, "default", 3);
    assertEquals("mail/ahab/default@3", ref.toString());
    return new TopLevelEntry.Nudge(ref, Instant.EPOCH, new byte[] {(byte) key});
  }

  @Test
  void marksOfCommitsLieBesideTheQueues() {
    Subspace root = new Subspace(new byte[] {'R'});
    assertEquals(root.get(1).get(6), new ClusterKeys(root).commitMarkers());
  }
}
