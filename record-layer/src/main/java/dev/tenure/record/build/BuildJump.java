package dev.tenure.record.build;

import com.google.protobuf.ByteString;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.BuilderHeartbeat;
import dev.tenure.record.store.IndexBuildStatus;
import dev.tenure.record.store.IndexBuilds;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Draws a random position at which a builder continues after it met another builder. */
final class BuildJump {
  private static final int PIECES = 32;
  private static final long PIECE_BYTES_MIN = 1_000;

  private final BuildPlan plan;
  private final RandomGenerator random;

  BuildJump(BuildPlan plan, RandomGenerator random) {
    this.plan = plan;
    this.random = random;
  }

  /**
   * A random position. Empty when the builder should stay, because no other builder is alive or the
   * store is small.
   */
  CompletableFuture<Optional<ByteString>> position(IndexBuilds builds, BuilderHeartbeat self) {
    return builds
        .status(plan.indexes().get(0), Isolation.SNAPSHOT)
        .thenCompose(
            status -> {
              boolean alone =
                  status.heartbeats().stream().noneMatch(beat -> BuildBegin.isOther(beat, self));
              return alone
                  ? CompletableFuture.completedFuture(Optional.empty())
                  : draw(builds, status);
            });
  }

  private CompletableFuture<Optional<ByteString>> draw(
      IndexBuilds builds, IndexBuildStatus status) {
    return builds
        .splits(plan, Math.max(PIECE_BYTES_MIN, status.work().bytesAll() / PIECES))
        .thenApply(this::draw);
  }

  private Optional<ByteString> draw(List<ByteString> splits) {
    return splits.isEmpty()
        ? Optional.empty()
        : Optional.of(splits.get(random.nextInt(splits.size())));
  }
}
