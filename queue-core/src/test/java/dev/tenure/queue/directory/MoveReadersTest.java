package dev.tenure.queue.directory;

import static dev.tenure.queue.directory.MovingTenant.AHAB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store with leases of visits moves only to a cluster whose consumers can open it. */
final class MoveReadersTest {
  private static final String OLD = "consumer of an earlier release";

  private final DirectoryFixture fixture = new DirectoryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private MovingTenant tenant() {
    fixture.active();
    return new MovingTenant(fixture, 3, MovingTenant.OPTIONS);
  }

  private QueueCluster cluster(MovingTenant tenant, String name) {
    return tenant.producers().cluster(name).orElseThrow();
  }

  private void beat(MovingTenant tenant, String id, int contentFormatMax) {
    Instant now = fixture.clock.instant();
    fixture.await(
        cluster(tenant, "west")
            .consumers()
            .heartbeat(
                new ConsumerInfo(id, now, now, new TreeMap<>())
                    .withContentFormatMax(contentFormatMax)));
  }

  private void refused(MovingTenant tenant, Consumer<MoveProgress> listener) {
    QueueException refused =
        (QueueException)
            FdbErrorPredicates.unwrap(
                fixture.await(
                    tenant
                        .moves(fixture.process())
                        .move(AHAB, "west", listener)
                        .handle((report, error) -> error)));
    assertEquals(Code.MOVE_REFUSED, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).endsWith("[" + OLD + "]"), refused::getMessage);
    assertEquals(Optional.empty(), fixture.await(tenant.moves(fixture.process()).find(AHAB)));
    assertEquals(List.of("east"), fixture.stores(AHAB));
    assertEquals(tenant.acknowledged, tenant.stored());
  }

  @Test
  void moveIsRefusedInAdvanceWhileAConsumerOfTheTargetDoesNotKnowLeasesOfVisits() {
    MovingTenant tenant = tenant();
    beat(tenant, "new", QueueSchema.VISIT_LEASES_FORMAT);
    beat(tenant, OLD, 0);
    List<MoveProgress.Step> steps = new ArrayList<>();
    refused(tenant, progress -> steps.add(progress.step()));
    assertEquals(List.of(MoveProgress.Step.REVERTING), steps);
    fixture.advance(Duration.ofMinutes(1));
    fixture.await(tenant.moves(fixture.process()).move(AHAB, "west", progress -> {}));
    TenantMovesTest.assertWhole(fixture, tenant, "west");
  }

  @Test
  void storeWithoutThemMovesFromAClusterThatHasThemOff() {
    MovingTenant tenant = tenant();
    fixture.await(cluster(tenant, "east").leaseTogether(false));
    beat(tenant, OLD, 0);
    fixture.await(tenant.moves(fixture.process()).move(AHAB, "west", progress -> {}));
    TenantMovesTest.assertWhole(fixture, tenant, "west");
  }

  /** They are switched on while the store is copied, and a visit writes one. */
  @Test
  void moveIsRefusedAtItsEndWhenTheStoreHasGotThemMeanwhile() {
    MovingTenant tenant = tenant();
    fixture.await(cluster(tenant, "east").leaseTogether(false));
    beat(tenant, OLD, 0);
    List<MoveProgress.Step> steps = new ArrayList<>();
    refused(
        tenant,
        progress -> {
          if (steps.isEmpty()) {
            fixture.await(
                cluster(tenant, "east")
                    .run(
                        AHAB,
                        tx -> {
                          tx.store().raiseContentFormat(QueueSchema.VISIT_LEASES_FORMAT);
                          return CompletableFuture.completedFuture(true);
                        }));
          }
          steps.add(progress.step());
        });
    assertTrue(steps.contains(MoveProgress.Step.CATCHING_UP), steps::toString);
    assertTrue(!steps.contains(MoveProgress.Step.CLOSED), steps::toString);
  }
}
