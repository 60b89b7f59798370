package dev.tenure.queue.directory;

import static dev.tenure.queue.directory.MovingTenant.AHAB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantRouter;
import dev.tenure.queue.cluster.TenantRouter.Route;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.move.MovedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of a move: closing with the last copy, the flip, and a target that nobody has opened. */
final class MoveFlipTest {
  private static final int LETTERS = 3;
  private static final MoveOptions OPTIONS = MovingTenant.OPTIONS.withChunkBytes(100_000);

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
    return new MovingTenant(fixture, LETTERS, OPTIONS);
  }

  private static Consumer<MoveProgress> at(MoveProgress.Step step, Runnable then) {
    return progress -> {
      if (progress.step() == step) {
        then.run();
      }
    };
  }

  /** A tenant whose mover has died right after the flip. */
  private MovingTenant arrived() {
    MovingTenant tenant = tenant();
    Life life = Life.endless();
    TenantDirectory mover = fixture.process(life);
    fixture.run(tenant.moves(mover).move(AHAB, "west", at(MoveProgress.Step.ARRIVED, life::die)));
    assertEquals(MoveEntry.Stage.ARRIVED, move(tenant).stage());
    return tenant;
  }

  private MoveEntry move(MovingTenant tenant) {
    return fixture.await(tenant.moves(fixture.process()).find(AHAB)).orElseThrow().move();
  }

  private void finish(MovingTenant tenant) {
    fixture.advance(Duration.ofSeconds(5));
    fixture.await(tenant.moves(fixture.process()).resume(AHAB, progress -> {}));
    TenantMovesTest.assertWhole(fixture, tenant, "west");
  }

  @Test
  void tenantThatHasArrivedIsServedThoughNobodyHasOpenedIt() {
    MovingTenant tenant = arrived();
    tenant.produce();
    tenant.settle();
    assertEquals(List.of(), tenant.refusals);
    StoreHeader before = header(MovedStore::header);
    assertEquals(1, before.incarnation());
    assertTrue(before.versionShift() > Duration.ofMinutes(30).toMillis() * 1_000, "" + before);
    finish(tenant);
    assertEquals(before.versionShift(), header(MovedStore::header).versionShift());
  }

  private <T> T header(Function<MovedStore, T> use) {
    QueueCluster west = fixture.plain(Life.endless()).cluster("west").orElseThrow();
    return fixture.await(
        west.database().run(RunOptions.defaults(), context -> store(west, context).thenApply(use)));
  }

  private static CompletableFuture<MovedStore> store(QueueCluster west, RecordContext context) {
    return west.storeOptions(context, AHAB)
        .thenCompose(options -> MovedStore.find(context, options.subspace()))
        .thenApply(Optional::orElseThrow);
  }

  /** Consumers have not asked the directory. */
  @Test
  void targetThatNobodyHasOpenedServesThoseAloneWhoKnowOfTheFlip() {
    MovingTenant tenant = arrived();
    MoveEntry move = move(tenant);
    QueueCluster west = tenant.producers().cluster("west").orElseThrow();
    fixture.failure(Code.TENANT_MOVING, west.run(AHAB, tx -> tx.zone().find("n000")));
    refused(tenant, Optional.empty());
    refused(tenant, Optional.of(new Route.Arrival(move.life() + 1, move.number())));
    refused(tenant, Optional.of(new Route.Arrival(move.life(), move.number() + 1)));
    fixture.await(
        routed(tenant, Optional.of(new Route.Arrival(move.life(), move.number())))
            .run(AHAB, tx -> tx.zone().find("n000")));
    finish(tenant);
  }

  private void refused(MovingTenant tenant, Optional<Route.Arrival> arrival) {
    fixture.failure(
        Code.TENANT_MOVING, routed(tenant, arrival).run(AHAB, tx -> tx.zone().find("n000")));
  }

  private Deployment routed(MovingTenant tenant, Optional<Route.Arrival> arrival) {
    Route route = new Route.At(tenant.producers().cluster("west").orElseThrow(), arrival);
    return tenant
        .producers()
        .withDirectory(
            new TenantRouter() {
              @Override
              public CompletableFuture<Route> find(TenantId id) {
                return CompletableFuture.completedFuture(route);
              }

              @Override
              public CompletableFuture<Route> findAgain(TenantId id) {
                return CompletableFuture.completedFuture(route);
              }

              @Override
              public CompletableFuture<QueueCluster> create(TenantId id) {
                throw new AssertionError(id);
              }
            });
  }

  /** Their movers lock the target, and leave incarnation and versions to the opening. */
  @Test
  void targetOfAMoverOfAnEarlierReleaseServesNobodyBeforeItsOpening() {
    MovingTenant tenant = arrived();
    header(
        store -> {
          store.lockWrites("the tenant arrives").arrive(0, 0).write();
          return true;
        });
    tenant.produce();
    tenant.settle();
    assertEquals(List.of(Code.TENANT_MOVING), tenant.refusals);
    finish(tenant);
    StoreHeader opened = header(MovedStore::header);
    assertEquals(1, opened.incarnation());
    assertTrue(opened.versionShift() > Duration.ofMinutes(30).toMillis() * 1_000, "" + opened);
  }

  /** A writer comes before each of the mover's writes in turn. */
  @Test
  void writerThatComesBetweenIsRefusedOnlyBetweenClosingAndFlip() {
    for (int step = 1; ; step++) {
      try (DirectoryFixture own = new DirectoryFixture()) {
        own.active();
        MovingTenant tenant = new MovingTenant(own, LETTERS, OPTIONS);
        Life life = Life.endless();
        TenantDirectory mover = own.process(life);
        own.await(mover.find(AHAB));
        int at = life.steps() + step;
        life.beforeWrites(
            () -> {
              if (life.steps() + 1 == at) {
                tenant.produce();
                tenant.settle();
              }
            });
        List<MoveProgress.Step> told = new ArrayList<>();
        own.await(
            tenant
                .moves(mover)
                .move(
                    AHAB,
                    "west",
                    progress -> {
                      if (life.steps() < at) {
                        told.add(progress.step());
                      }
                    }));
        boolean closed = told.contains(MoveProgress.Step.CLOSED);
        boolean flipped = told.contains(MoveProgress.Step.ARRIVED);
        assertEquals(
            closed && !flipped ? List.of(Code.TENANT_MOVING) : List.of(),
            tenant.refusals,
            "step " + step + ", after " + told);
        assertEquals(tenant.acknowledged, tenant.stored(), "step " + step);
        if (life.steps() < at) {
          assertTrue(flipped && step > 12, "step " + step + ", after " + told);
          return;
        }
      }
    }
  }

  /** Each attempt to close the source as it was read meets a writer. */
  @Test
  void sourceIsClosedThoughWritersAlwaysComeBetween() {
    MovingTenant tenant = tenant();
    Life life = Life.endless();
    TenantDirectory mover = fixture.process(life);
    fixture.await(mover.find(AHAB));
    int before = life.steps();
    life.beforeWrites(
        () ->
            fixture.await(
                tenant
                    .producers()
                    .run(AHAB, tx -> tx.zone("busy").enqueue(TestCluster.item("x")))
                    .handle((done, error) -> error == null)));
    TenantMoveReport report = fixture.await(tenant.moves(mover).move(AHAB, "west", progress -> {}));
    assertEquals(1, report.closings());
    assertTrue(life.steps() - before > 40, "steps: " + (life.steps() - before));
    life.beforeWrites(() -> {});
    TenantMovesTest.assertWhole(fixture, tenant, "west");
  }

  /**
   * The commit by which a mover closes the source is held up, and takes effect before each write of
   * the mover that has taken over: one of them lies between its look at the source and its begin.
   */
  @Test
  void closingOfAnEarlierMoverThatComesLateHarmsNothing() {
    int closing = stepsUntilClosed();
    for (int step = 1; ; step++) {
      try (DirectoryFixture own = new DirectoryFixture()) {
        own.active();
        MovingTenant tenant = new MovingTenant(own, LETTERS, OPTIONS);
        Life slow = Life.endless();
        TenantDirectory earlier = own.process(slow);
        own.await(earlier.find(AHAB));
        CompletableFuture<Void> gate = slow.hold(closing);
        CompletableFuture<TenantMoveReport> late =
            tenant.moves(earlier).move(AHAB, "west", progress -> {});
        assertTrue(slow.isHeld());
        own.advance(Duration.ofSeconds(5));
        Life life = Life.endless();
        TenantDirectory later = own.process(life);
        own.await(later.find(AHAB));
        int at = life.steps() + step;
        life.beforeWrites(
            () -> {
              if (life.steps() + 1 == at) {
                gate.complete(null);
              }
            });
        boolean resumed =
            own.await(
                tenant
                    .moves(later)
                    .resume(AHAB, progress -> {})
                    .handle((report, error) -> error == null));
        own.run(late);
        assertNotEquals(resumed, !late.isCompletedExceptionally(), "step " + step);
        assertEquals(List.of("west"), own.stores(AHAB), "step " + step);
        assertEquals(tenant.acknowledged, tenant.stored(), "step " + step);
        if (life.steps() < at) {
          assertTrue(step > 8, "steps " + step);
          return;
        }
      }
    }
  }

  private static int stepsUntilClosed() {
    try (DirectoryFixture own = new DirectoryFixture()) {
      own.active();
      MovingTenant tenant = new MovingTenant(own, LETTERS, OPTIONS);
      Life life = Life.endless();
      TenantDirectory mover = own.process(life);
      own.await(mover.find(AHAB));
      int before = life.steps();
      AtomicInteger steps = new AtomicInteger();
      own.await(
          tenant
              .moves(mover)
              .move(
                  AHAB,
                  "west",
                  at(MoveProgress.Step.CLOSED, () -> steps.set(life.steps() - before))));
      return steps.get();
    }
  }

  /** The permit of one move, for another cluster, would keep the tenant away from it for long. */
  @Test
  void moverThatResumesAMoveLeavesTheNextOneAlone() {
    MovingTenant tenant = arrived();
    fixture.advance(Duration.ofSeconds(5));
    Life late = Life.endless();
    TenantDirectory later = fixture.process(late);
    fixture.await(later.find(AHAB));
    int at = late.steps();
    Life mortal = Life.endless();
    TenantDirectory other = fixture.process(mortal);
    fixture.await(other.find(AHAB));
    late.beforeWrites(
        () -> {
          if (late.steps() == at) {
            fixture.await(tenant.moves(fixture.process()).resume(AHAB, progress -> {}));
            mortal.dieAfter(2);
            fixture.run(tenant.moves(other).move(AHAB, "north", progress -> {}));
          }
        });
    fixture.failure(Code.MOVE_TAKEN_OVER, tenant.moves(later).resume(AHAB, progress -> {}));
    MoveEntry next = move(tenant);
    assertEquals(List.of("north", 2L, 1), List.of(next.target(), next.number(), next.epoch()));
  }

  /** The source stays open as long as the target does not answer. */
  @Test
  void sourceIsNotClosedForATargetThatDoesNotAnswer() {
    MovingTenant tenant = tenant();
    Life life = Life.endless();
    TenantDirectory mover = fixture.process(life);
    CompletableFuture<TenantMoveReport> move =
        tenant
            .moves(mover)
            .move(
                AHAB,
                "west",
                progress -> {
                  assertNotEquals(MoveProgress.Step.CLOSED, progress.step());
                  if (progress.step() == MoveProgress.Step.CATCHING_UP) {
                    life.cutOff("west");
                  }
                });
    fixture.run(move);
    assertTrue(move.isCompletedExceptionally());
    assertFalse(fixture.await(tenant.moves(fixture.process()).find(AHAB)).isEmpty());
    tenant.produce();
    tenant.settle();
    assertEquals(List.of(), tenant.refusals);
  }
}
