package dev.tenure.record.build;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.store.BuilderHeartbeat;
import dev.tenure.record.store.IndexBuildStatus;
import dev.tenure.record.store.IndexBuilds;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The first transaction of a build. It brings each index into a state in which slices can be built,
 * as the policy allows.
 */
final class BuildBegin {
  /** A builder counts as alive if its last heartbeat is at most this old. */
  static final Duration ALIVE = Duration.ofSeconds(30);

  private final IndexerSettings settings;
  private final IndexBuilds builds;
  private final BuilderHeartbeat self;

  BuildBegin(IndexerSettings settings, IndexBuilds builds, BuilderHeartbeat self) {
    this.settings = settings;
    this.builds = builds;
    this.self = self;
  }

  CompletableFuture<Void> run() {
    return AsyncLoop.forEach(settings.plan().indexes(), this::begin)
        .thenAccept(nothing -> builds.beat(settings.plan(), self));
  }

  private CompletableFuture<Void> begin(String index) {
    Isolation isolation = settings.exclusive() ? Isolation.SERIALIZABLE : Isolation.SNAPSHOT;
    return builds
        .status(index, isolation)
        .thenCompose(
            status -> {
              requireAlone(status);
              return switch (status.state()) {
                case DISABLED -> builds.markWriteOnly(index);
                case WRITE_ONLY -> goOn(status);
                case READABLE, UNIQUE_PENDING ->
                    apply(settings.policy().finished(), status, "is " + status.state());
              };
            });
  }

  private CompletableFuture<Void> goOn(IndexBuildStatus status) {
    if (!status.begun()) {
      return CompletableFuture.completedFuture(null);
    }
    if (status.plan().filter(settings.plan()::equals).isPresent()) {
      return apply(settings.policy().halfBuilt(), status, "is half built");
    }
    String other = status.plan().map(Object::toString).orElse("one that cannot be continued");
    return apply(
        settings.policy().otherBuild(),
        status,
        "is being built by another plan than the " + settings.plan() + ": " + other);
  }

  private CompletableFuture<Void> apply(
      BuildPolicy.Existing policy, IndexBuildStatus status, String found) {
    return switch (policy) {
      case CONTINUE -> CompletableFuture.completedFuture(null);
      case RESTART -> builds.markWriteOnly(status.index());
      case REFUSE ->
          throw new RecordLayerException(
              Code.BUILD_REFUSED, "index " + status.index() + " " + found);
    };
  }

  private void requireAlone(IndexBuildStatus status) {
    if (!settings.exclusive()) {
      return;
    }
    status.heartbeats().stream()
        .filter(beat -> isOther(beat, self))
        .findFirst()
        .ifPresent(
            other -> {
              throw new RecordLayerException(
                  Code.BUILD_REFUSED,
                  "index "
                      + status.index()
                      + " is being built by "
                      + other.name()
                      + ", alive at "
                      + other.at());
            });
  }

  /** Whether a heartbeat is that of another builder who is alive. */
  static boolean isOther(BuilderHeartbeat beat, BuilderHeartbeat self) {
    Instant oldest = self.at().minus(ALIVE);
    return !beat.builder().equals(self.builder()) && beat.at().isAfter(oldest);
  }
}
