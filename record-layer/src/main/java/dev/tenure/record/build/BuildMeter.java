package dev.tenure.record.build;

import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.store.IndexBuildStatus;
import dev.tenure.record.store.IndexBuilds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Tells a listener about once a second the progress of all builders. */
final class BuildMeter {
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final InstantSource clock;
  private final IndexerSettings settings;
  private final RateMeter rate = new RateMeter();
  private @Nullable Instant last;
  private long done;

  BuildMeter(InstantSource clock, IndexerSettings settings) {
    this.clock = clock;
    this.settings = settings;
  }

  boolean isDue() {
    Instant before = last;
    return isHeard() && (before == null || !clock.instant().isBefore(before.plus(EVERY)));
  }

  /** Whether a listener is set. */
  boolean isHeard() {
    return settings.listener() != BuildListener.NONE;
  }

  CompletableFuture<IndexBuildStatus> read(IndexBuilds builds) {
    return builds.status(settings.plan().indexes().get(0), Isolation.SNAPSHOT);
  }

  void report(IndexBuildStatus status) {
    Instant now = clock.instant();
    IndexBuildStatus.Work work = status.work();
    last = now;
    done = Math.max(done, work.records());
    rate.add(now, work.records());
    OptionalLong total =
        work.recordsAll().isPresent()
            ? work.recordsAll()
            : BuildProgress.totalByBytes(work.bytesAll(), work.records(), work.bytes());
    settings.listener().progress(new BuildProgress(work.records(), total, rate.perSecond()));
  }

  /**
   * Remembers the scanned records of a status, because the counters are cleared at the end of the
   * build.
   */
  void note(IndexBuildStatus status) {
    done = Math.max(done, status.work().records());
  }

  /** Reports the end of the build, at which the counters are already cleared. */
  void reportEnd(long scanned) {
    long all = Math.max(done, scanned);
    settings.listener().progress(new BuildProgress(all, OptionalLong.of(all), rate.perSecond()));
  }
}
