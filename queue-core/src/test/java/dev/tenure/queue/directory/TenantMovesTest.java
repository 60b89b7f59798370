package dev.tenure.queue.directory;

import static dev.tenure.queue.directory.MovingTenant.AHAB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.queue.move.TenantMoveReport.Outcome;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.LeaseResult;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moves of a tenant from the cluster east to west and back. */
final class TenantMovesTest {
  private final DirectoryFixture fixture = new DirectoryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  /** The versions of the target are lower than those of the source. */
  private MovingTenant tenant() {
    fixture.advance(Duration.ofHours(1));
    fixture.lose("west");
    fixture.active();
    return new MovingTenant(fixture, 12, MovingTenant.OPTIONS);
  }

  /**
   * What must be true of a tenant that has moved, or has stayed, with nothing lost. A request that
   * has ended is left.
   */
  static void assertWhole(DirectoryFixture fixture, MovingTenant tenant, String cluster) {
    tenant.settle();
    assertEquals(List.of(cluster), fixture.stores(AHAB));
    assertEquals(tenant.acknowledged, tenant.stored());
    TenantDirectory directory = fixture.process();
    assertEquals(cluster, fixture.await(directory.find(AHAB)).orElseThrow().cluster());
    assertTrue(
        fixture
            .await(
                tenant
                    .producers()
                    .run(AHAB, tx -> tx.zone().enqueue(TestCluster.item("again").withId("done"))))
            .existed());
    tenant.requireInOrder(tenant.runGroup());
    fixture.advance(Duration.ofMinutes(2));
    Audits.all(fixture, directory, true);
    assertEquals(List.of(), Audits.all(fixture, directory, false));
    List<String> others =
        fixture.keysWith("ahab").stream()
            .filter(key -> !key.startsWith(cluster + ":") && !key.contains(" shard: "))
            .filter(key -> !key.contains("mail..ahab"))
            .toList();
    assertEquals(List.of(), others);
  }

  /** The versions of two clusters do not compare: those of the west are an hour behind. */
  @Test
  void tenantMovesBackToAClusterWhoseVersionsAreFarBehind() {
    MovingTenant tenant = tenant();
    TenantMoves moves = tenant.moves(fixture.process());
    for (String cluster : List.of("west", "east", "west", "north", "west")) {
      fixture.await(moves.move(AHAB, cluster, progress -> {}));
    }
    assertWhole(fixture, tenant, "west");
    TenantDirectory directory = fixture.processOn(Life.endless(), "west");
    fixture.await(directory.delete(AHAB));
    fixture.await(directory.create(AHAB, TenantDetails.NONE));
    assertEquals(List.of("west"), fixture.stores(AHAB));
  }

  @Test
  void tenantMovesWithItsQueueWhileItIsInUse() {
    MovingTenant tenant = tenant();
    TenantMoves moves = tenant.moves(fixture.process());
    TenantMoveReport report = fixture.await(moves.move(AHAB, "west", tenant.producing()));
    assertEquals(Outcome.COMPLETED, report.outcome());
    assertTrue(report.rows() > 40, report.toString());
    tenant.settle();
    assertTrue(tenant.acknowledged.size() > 20, tenant.acknowledged.toString());
    assertTrue(
        tenant.refusals.stream().allMatch(code -> code == Code.TENANT_MOVING),
        tenant.refusals.toString());
    assertWhole(fixture, tenant, "west");
    assertEquals(Optional.empty(), fixture.await(moves.find(AHAB)));

    fixture.await(moves.move(AHAB, "east", progress -> {}));
    tenant.settle();
    assertEquals(List.of("east"), fixture.stores(AHAB));
    assertEquals(tenant.acknowledged, tenant.stored());
    assertEquals(2, fixture.await(fixture.process().find(AHAB)).orElseThrow().incarnation());
  }

  /** More zones than the last transaction of a short handover makes pointers for. */
  @Test
  void eachOfManyZonesHasAPointerAfterTheMove() {
    MovingTenant tenant = tenant();
    for (int zone = 0; zone < 101; zone++) {
      String name = "z%03d".formatted(zone);
      fixture.await(
          tenant.producers().run(AHAB, tx -> tx.zone(name).enqueue(TestCluster.item("x"))));
    }
    fixture.await(tenant.moves(fixture.process()).move(AHAB, "west", progress -> {}));
    QueueCluster west = tenant.producers().cluster("west").orElseThrow();
    long pointers =
        fixture
            .await(west.topLevel().peek(0, TopLevelPeekRequest.of(200, Duration.ZERO)))
            .vested()
            .stream()
            .map(TopLevelEntry::subject)
            .distinct()
            .count();
    assertTrue(pointers > 101, pointers + " zones");
    assertWhole(fixture, tenant, "west");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pausedMoveIsResumedOrReverted(boolean resumes) {
    MovingTenant tenant = tenant();
    TenantMoves moves = tenant.moves(fixture.process());
    List<CompletableFuture<Void>> pauses = new ArrayList<>();
    TenantMoveReport paused =
        fixture.await(
            moves.move(
                AHAB,
                "west",
                progress -> {
                  if (pauses.isEmpty()) {
                    pauses.add(moves.pause(AHAB));
                  }
                  fixture.advance(Duration.ofMillis(300));
                }));
    assertEquals(Outcome.PAUSED, paused.outcome());
    MoveStatus status = fixture.await(moves.find(AHAB)).orElseThrow();
    assertTrue(status.move().paused());
    assertTrue(status.progress().orElseThrow().rows() > 0);
    tenant.produce();
    tenant.settle();
    assertEquals(List.of(), tenant.refusals);
    assertEquals(1, fixture.await(moves.list(Optional.empty(), 100)).moves().size());
    TenantMoveReport end =
        fixture.await(resumes ? moves.resume(AHAB, tenant.producing()) : moves.revert(AHAB));
    assertEquals(resumes ? Outcome.COMPLETED : Outcome.REVERTED, end.outcome());
    assertWhole(fixture, tenant, resumes ? "west" : "east");
  }

  /** The holder's completion fails, and the item runs again when its lease is over. */
  @Test
  void leaseOfAnItemUnderWayEndsOnTheTargetAtItsTime() {
    MovingTenant tenant = tenant();
    fixture.advance(Duration.ofHours(1));
    QueueCluster east = tenant.producers().cluster("east").orElseThrow();
    List<LeasedItem> held =
        fixture.await(
            east.run(
                AHAB,
                tx -> tx.zone().dequeue(DequeueRequest.of(1, Duration.ofSeconds(30), "one"))));
    fixture.await(tenant.moves(fixture.process()).move(AHAB, "west", progress -> {}));
    String id = held.get(0).item().id();
    fixture.failure(
        Code.TENANT_NOT_FOUND,
        east.run(AHAB, tx -> tx.zone().complete(id, held.get(0).lease().id())));
    fixture.advance(Duration.ofSeconds(29));
    assertFalse(obtains(tenant, id));
    fixture.advance(Duration.ofSeconds(2));
    assertTrue(obtains(tenant, id));
  }

  private boolean obtains(MovingTenant tenant, String id) {
    return fixture.await(
            tenant
                .producers()
                .run(AHAB, tx -> tx.zone().obtainLease(id, Duration.ofSeconds(30), "two")))
        instanceof LeaseResult.Granted;
  }

  /** A completion that comes along is no longer the holder's to repeat. */
  @Test
  void completionBeforeTheFenceComesAlong() {
    MovingTenant tenant = tenant();
    LeasedItem held =
        fixture
            .await(
                tenant
                    .producers()
                    .run(
                        AHAB,
                        tx ->
                            tx.zone().dequeue(DequeueRequest.of(1, Duration.ofSeconds(30), "one"))))
            .get(0);
    String id = held.item().id();
    List<CompletableFuture<ZoneOutcome>> ends = new ArrayList<>();
    fixture.await(
        tenant
            .moves(fixture.process())
            .move(
                AHAB,
                "west",
                progress -> {
                  if (ends.isEmpty()) {
                    ends.add(
                        tenant
                            .producers()
                            .run(AHAB, tx -> tx.zone().complete(id, held.lease().id())));
                  }
                }));
    assertEquals(ZoneOutcome.DONE, fixture.await(ends.get(0)));
    assertFalse(obtains(tenant, id));
    assertEquals(
        Optional.empty(), fixture.await(tenant.producers().run(AHAB, tx -> tx.zone().find(id))));
  }

  @Test
  void suspensionComesAlongAndDeletionWaits() {
    MovingTenant tenant = tenant();
    TenantDirectory directory = fixture.process();
    TenantMoves moves = tenant.moves(directory);
    List<CompletableFuture<TenantEntry>> suspended = new ArrayList<>();
    List<CompletableFuture<Boolean>> deletions = new ArrayList<>();
    fixture.await(
        moves.move(
            AHAB,
            "west",
            progress -> {
              if (suspended.isEmpty()) {
                suspended.add(directory.suspend(AHAB, "unpaid"));
                deletions.add(directory.delete(AHAB));
              }
            }));
    fixture.await(suspended.get(0));
    fixture.failure(Code.TENANT_MOVING, deletions.get(0));
    assertEquals(List.of("west"), fixture.stores(AHAB));
    fixture.failure(
        Code.TENANT_SUSPENDED,
        tenant.producers().run(AHAB, tx -> tx.zone().enqueue(TestCluster.item("x"))));
    fixture.await(directory.resume(AHAB));
    assertWhole(fixture, tenant, "west");
    assertTrue(fixture.await(directory.delete(AHAB)));
    assertEquals(List.of(), fixture.stores(AHAB));
  }

  @Test
  void moveThatCannotBeIsRefusedOrReverted() {
    MovingTenant tenant = tenant();
    TenantDirectory directory = fixture.process();
    TenantMoves moves = tenant.moves(directory);
    fixture.failure(Code.MOVE_REFUSED, moves.move(AHAB, "east", progress -> {}));
    fixture.failure(Code.MOVE_REFUSED, moves.resume(AHAB, progress -> {}));
    fixture.failure(Code.MOVE_REFUSED, moves.revert(AHAB));
    fixture.await(fixture.plain(Life.endless()).cluster("west").orElseThrow().createTenant(AHAB));
    fixture.failure(Code.TENANT_EXISTS, moves.move(AHAB, "west", progress -> {}));
    assertEquals(List.of("east", "west"), fixture.stores(AHAB));
    assertEquals(Optional.empty(), fixture.await(moves.find(AHAB)));
    assertEquals(tenant.acknowledged, tenant.stored());
  }

  /**
   * A permit is a version of one cluster. Here the move that was to be resumed ends, and another
   * one begins, while its permit is read (seed 3200510 of the world {@code clusters}).
   */
  @Test
  void permitOfAnEndedMoveIsNoneForTheNextOne() {
    MovingTenant tenant = tenant();
    EntryMoves entries = fixture.process().moves();
    MoveEntry toWest = fixture.await(entries.begin(AHAB, "west", 1_000));
    fixture.await(tenant.moves(fixture.process()).revert(AHAB));
    MoveEntry toNorth = fixture.await(entries.begin(AHAB, "north", 2_000));
    fixture.failure(Code.MOVE_TAKEN_OVER, entries.takeOver(toWest, 1_000_000));
    assertEquals(2_000, fixture.await(entries.takeOver(toNorth, 1_500)).permit());
    assertEquals(3_000, fixture.await(entries.takeOver(toNorth, 3_000)).permit());
  }

  /** Rows that nobody has logged, as of a release that knows no log. */
  @Test
  void copyThatDiffersIsNotUsed() {
    MovingTenant tenant = tenant();
    QueueCluster east = tenant.producers().cluster("east").orElseThrow();
    byte[] key =
        fixture.await(
            east.run(
                AHAB,
                tx ->
                    CompletableFuture.completedFuture(
                        tx.store().subspace().pack(Tuple.from(1, 1)))));
    List<Boolean> written = new ArrayList<>();
    TenantMoves moves = tenant.moves(fixture.process());
    fixture.failure(
        Code.MOVE_NOT_VERIFIED,
        moves.move(
            AHAB,
            "west",
            progress -> {
              if (written.isEmpty()) {
                written.add(true);
                fixture.await(
                    east.database()
                        .run(
                            RunOptions.defaults(),
                            context -> {
                              context.transaction().set(key, new byte[] {1});
                              return CompletableFuture.completedFuture(null);
                            }));
              }
            }));
    assertEquals(List.of("east"), fixture.stores(AHAB));
    assertEquals(Optional.empty(), fixture.await(moves.find(AHAB)));
  }

  /** After the audit of docs/tenants.md, also processes that remember the old place go on. */
  @Test
  void sourceFromABackupServesNobody() {
    MovingTenant tenant = tenant();
    List<KeyValue> backup = fixture.backUp("east");
    fixture.await(tenant.moves(fixture.process()).move(AHAB, "west", progress -> {}));
    tenant.produce();
    tenant.settle();
    fixture.restore("east", backup);

    TenantDirectory directory = fixture.process();
    List<DirectoryFinding> found = Audits.all(fixture, directory, true);
    assertEquals(List.of(DirectoryFinding.Kind.SECOND_STORE), kinds(found));
    QueueCluster east = fixture.plain(Life.endless()).cluster("east").orElseThrow();
    fixture.failure(
        Code.TENANT_MOVING, east.run(AHAB, tx -> tx.zone().enqueue(TestCluster.item("x"))));
    assertEquals(tenant.acknowledged, tenant.stored());
    fixture.await(directory.repairs().deleteStore(AHAB, "east"));
    assertWhole(fixture, tenant, "west");
  }

  private static List<DirectoryFinding.Kind> kinds(List<DirectoryFinding> found) {
    return found.stream().map(DirectoryFinding::kind).toList();
  }

  @Test
  void moverThatWasRevertedUnderWayFailsAndLeavesNothing() {
    MovingTenant tenant = tenant();
    TenantMoves moves = tenant.moves(fixture.process());
    TenantMoves others = tenant.moves(fixture.process());
    List<CompletableFuture<TenantMoveReport>> reverts = new ArrayList<>();
    CompletableFuture<TenantMoveReport> move =
        moves.move(
            AHAB,
            "west",
            progress -> {
              if (reverts.isEmpty()) {
                reverts.add(others.revert(AHAB));
              }
            });
    fixture.run(move);
    assertTrue(FdbErrorPredicates.unwrap(move.handle((r, e) -> e).join()) != null);
    assertEquals(Outcome.REVERTED, fixture.await(reverts.get(0)).outcome());
    assertWhole(fixture, tenant, "east");
  }
}
