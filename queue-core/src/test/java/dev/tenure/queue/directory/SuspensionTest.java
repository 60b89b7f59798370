package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.explain.Cause;
import dev.tenure.queue.explain.Explainer;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.queue.pointer.VisitRequest;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What producers and consumers may do with the items of a suspended tenant. */
final class SuspensionTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");

  private final DirectoryFixture fixture = new DirectoryFixture();
  private final TenantDirectory directory = fixture.active();

  @BeforeEach
  void create() {
    fixture.await(directory.create(AHAB, TenantDetails.NONE));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private QueueCluster cluster() {
    return fixture.await(directory.deployment().locate(AHAB));
  }

  private CompletableFuture<?> enqueue(String id) {
    return directory
        .deployment()
        .run(AHAB, tx -> tx.zone().enqueue(TestCluster.item("call me").withId(id)));
  }

  private VisitResult visit() {
    QueueCluster cluster = cluster();
    long application =
        fixture
            .await(cluster.read(context -> cluster.applicationId(context, "mail")))
            .orElseThrow();
    List<TopLevelEntry.Nudge> nudges =
        fixture
            .await(cluster.topLevel().peek(0, TopLevelPeekRequest.of(100, Duration.ZERO)))
            .vested()
            .stream()
            .filter(TopLevelEntry.Nudge.class::isInstance)
            .map(TopLevelEntry.Nudge.class::cast)
            .toList();
    return fixture.await(
        cluster
            .visits()
            .visit(
                new PointerRef(application, AHAB, "default", 0),
                nudges,
                new VisitRequest("c", 8, 1_000_000, Duration.ofSeconds(30), any -> true)));
  }

  private LeasedItem take() {
    return assertInstanceOf(VisitResult.Taken.class, visit()).items().get(0);
  }

  @Test
  void nothingIsEnqueuedAndRecordsAreStillWritten() {
    fixture.await(directory.suspend(AHAB, "unpaid"));
    assertTrue(
        String.valueOf(fixture.failure(Code.TENANT_SUSPENDED, enqueue("a")).getMessage())
            .contains("tenant mail/ahab is suspended"));
    assertEquals(
        true,
        fixture.await(
            directory
                .deployment()
                .run(
                    AHAB,
                    tx ->
                        tx.preparing(item -> item)
                            .zone()
                            .isEmpty()
                            .thenApply(empty -> tx.isSuspended()))));
    fixture.failure(
        Code.TENANT_SUSPENDED,
        directory
            .deployment()
            .run(
                AHAB,
                tx -> tx.preparing(item -> item).zone().enqueue(TestCluster.item("call me"))));
    fixture.await(directory.resume(AHAB));
    fixture.await(enqueue("a"));
  }

  @Test
  void visitsTakeNothingUntilTheTenantIsResumed() {
    fixture.await(enqueue("a"));
    fixture.await(directory.suspend(AHAB, "unpaid"));
    VisitResult.Idle idle = assertInstanceOf(VisitResult.Idle.class, visit());
    assertTrue(idle.next().isAfter(fixture.clock.instant()), "the zone rests");

    fixture.await(directory.resume(AHAB));
    assertEquals("a", take().item().id());
  }

  @Test
  void resumptionByAnOperatorWhoseClockIsAheadWakesTheZonesNow() {
    Instant now = fixture.clock.instant();
    fixture.await(cluster().consumers().heartbeat(new ConsumerInfo("c", now, now, Set.of("send"))));
    fixture.await(enqueue("a"));
    fixture.await(directory.suspend(AHAB, "unpaid"));
    assertInstanceOf(VisitResult.Idle.class, visit());
    fixture.advance(Duration.ofSeconds(7));
    assertInstanceOf(VisitResult.Idle.class, visit(), "the zone's sleep is confirmed");
    fixture.await(fixture.processAhead(Duration.ofHours(1)).resume(AHAB));
    assertEquals("a", take().item().id());
  }

  @Test
  void itemUnderWayEndsWithItsEffects() {
    fixture.await(enqueue("a"));
    LeasedItem taken = take();
    fixture.await(directory.suspend(AHAB, "unpaid"));
    QueueCluster cluster = cluster();
    ZoneOutcome outcome =
        fixture.await(
            cluster
                .database()
                .run(
                    context ->
                        cluster
                            .begin(context, AHAB)
                            .thenApply(TenantTransaction::ofItemUnderWay)
                            .thenCompose(
                                tx ->
                                    tx.zone()
                                        .complete(taken.item().id(), taken.lease().id())
                                        .thenCompose(
                                            ended ->
                                                tx.zone()
                                                    .enqueue(TestCluster.item("b").withId("b"))
                                                    .thenApply(next -> ended)))));
    assertEquals(ZoneOutcome.DONE, outcome);
    assertInstanceOf(VisitResult.Idle.class, visit());
    fixture.await(directory.resume(AHAB));
    assertEquals("b", take().item().id());
  }

  @Test
  void explanationNamesTheSuspension() {
    fixture.await(enqueue("a"));
    fixture.await(directory.suspend(AHAB, "unpaid"));
    List<Cause> causes = fixture.await(new Explainer(cluster()).why(AHAB, "default", "a")).causes();
    assertTrue(causes.contains(new Cause.TenantSuspended()), causes.toString());
    fixture.await(directory.resume(AHAB));
    assertFalse(
        fixture
            .await(new Explainer(cluster()).why(AHAB, "default", "a"))
            .causes()
            .contains(new Cause.TenantSuspended()));
  }

  @Test
  void manyZonesAreVisitedAgainAfterTheResumption() {
    for (int i = 0; i < 230; i++) {
      String zone = "zone-" + i;
      fixture.await(
          directory
              .deployment()
              .run(
                  AHAB,
                  tx ->
                      tx.zone(zone).enqueue(TestCluster.item("x").withDelay(Duration.ofHours(1)))));
    }
    fixture.await(directory.suspend(AHAB, "unpaid"));
    fixture.await(directory.resume(AHAB));
    int woken =
        fixture
            .await(cluster().topLevel().peek(0, TopLevelPeekRequest.of(1_000, Duration.ZERO)))
            .vested()
            .size();
    assertEquals(230, woken);
  }

  @Tag("punctual") // counts reads, and a check after an earlier commit may read late
  @Test
  void stateOfATenantCostsNoReadOfAnEnqueue() {
    TenantId plain = new TenantId("mail", "plain");
    Life life = Life.endless();
    TenantDirectory producer =
        fixture.process(
            life,
            options ->
                options.withPlacement(
                    (tenant, details, deployment) -> CompletableFuture.completedFuture(cluster())));
    var without = fixture.plain(life, cluster().name());
    fixture.await(without.clusters().get(0).createTenant(plain));
    fixture.await(directory.suspend(AHAB, "unpaid"));
    fixture.await(directory.resume(AHAB));
    for (int warm = 0; warm < 2; warm++) {
      fixture.await(
          producer.deployment().run(AHAB, tx -> tx.zone().enqueue(TestCluster.item("warm"))));
      fixture.await(without.run(plain, tx -> tx.zone().enqueue(TestCluster.item("warm"))));
    }
    int before = life.rowReads();
    fixture.await(without.run(plain, tx -> tx.zone().enqueue(TestCluster.item("x"))));
    int plainReads = life.rowReads() - before;
    before = life.rowReads();
    int shardReads = life.reads();
    fixture.await(producer.deployment().run(AHAB, tx -> tx.zone().enqueue(TestCluster.item("x"))));
    assertEquals(plainReads, life.rowReads() - before);
    assertEquals(shardReads, life.reads());
  }
}
