package dev.tenure.campaigns.simulation.schemas;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.queue.move.TenantMoves;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Moves tenants to other clusters, and resumes moves that it finds. */
final class TenantShifter extends SchemaMember {
  private static final int BETWEEN_MILLIS_MAX = 3_000;
  private static final int TASKS_MAX = 400;

  TenantShifter(SchemaWorld world, String name) {
    super(world, name);
  }

  static TenantMoves moves(TenantDirectory directory) {
    return TenantMoves.of(
        directory, MoveOptions.defaults().withChunkBytes(5_000).withHoldFor(Duration.ofSeconds(1)));
  }

  @Override
  protected void work(TenantDirectory directory) {
    workLater(BETWEEN_MILLIS_MAX, () -> act(directory));
  }

  private void act(TenantDirectory directory) {
    if (random.nextInt(3) == 0) {
      crashWithin(TASKS_MAX);
    }
    List<String> clusters = world.plan.clusters();
    TenantId tenant = world.tenants.get(random.nextInt(world.tenants.size()));
    String target = clusters.get(random.nextInt(clusters.size()));
    TenantMoves moves = moves(directory);
    var unused =
        moves
            .find(tenant)
            .thenCompose(found -> shift(moves, tenant, target, found))
            .whenComplete(
                (report, error) -> {
                  if (error == null && report.outcome() == TenantMoveReport.Outcome.COMPLETED) {
                    world.edges.hit(Edge.STORE_MOVED);
                  }
                  work(directory);
                });
  }

  private static CompletableFuture<TenantMoveReport> shift(
      TenantMoves moves, TenantId tenant, String target, Optional<MoveStatus> found) {
    return found.isPresent()
        ? moves.resume(tenant, progress -> {})
        : moves.move(tenant, target, progress -> {});
  }
}
