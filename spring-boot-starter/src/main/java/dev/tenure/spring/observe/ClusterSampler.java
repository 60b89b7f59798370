package dev.tenure.spring.observe;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ClusterSummary;
import dev.tenure.queue.inspect.DepthSample;
import dev.tenure.spring.SamplingProperties;
import dev.tenure.spring.TenureRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Samples each cluster every few seconds. Meters, health and the admin page all show the same
 * sample, so the cost does not grow with the number of readers. Thread-safe; no method blocks.
 */
public final class ClusterSampler implements AutoCloseable {
  private final Map<String, Series> series = new LinkedHashMap<>();
  private final TenureRuntime runtime;
  private final SamplingProperties properties;
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
  private @Nullable ScheduledFuture<?> ticks;

  public ClusterSampler(
      Deployment deployment, TenureRuntime runtime, SamplingProperties properties) {
    this.runtime = runtime;
    this.properties = properties;
    for (QueueCluster cluster : deployment.clusters()) {
      series.put(cluster.name(), new Series(cluster));
    }
  }

  /** Begins sampling; the first sample is taken at once. */
  public synchronized void start() {
    if (ticks == null) {
      long millis = properties.interval().toMillis();
      ticks = runtime.timer().scheduleWithFixedDelay(this::tick, 0, millis, TimeUnit.MILLISECONDS);
    }
  }

  /** The last sample of a cluster; empty before the first one has ended. */
  public Optional<ClusterSample> latest(String cluster) {
    return Optional.ofNullable(series.get(cluster)).flatMap(Series::latest);
  }

  /** The samples of a cluster that are kept, oldest first. */
  public List<ClusterSample> history(String cluster) {
    Series found = series.get(cluster);
    return found == null ? List.of() : found.all();
  }

  /** The depths of the cluster's zones at the last sample; empty when they could not be read. */
  public Optional<DepthSample> depths(String cluster) {
    return Optional.ofNullable(series.get(cluster)).flatMap(Series::depths);
  }

  /** Adds a listener that is called after each sample, with the name of the cluster. */
  public void whenLooked(Consumer<String> listener) {
    listeners.add(listener);
  }

  /** The time that the kept samples span once the limit is reached. */
  public Duration window() {
    return properties.interval().multipliedBy(properties.kept());
  }

  /** Ends sampling. The samples stay readable. */
  @Override
  public synchronized void close() {
    if (ticks != null) {
      ticks.cancel(false);
    }
  }

  private void tick() {
    series.values().forEach(Series::look);
  }

  private final class Series {
    private final QueueCluster cluster;
    private final Deque<ClusterSample> samples = new ArrayDeque<>();
    private @Nullable DepthSample depths;
    private @Nullable Instant lookingSince;

    Series(QueueCluster cluster) {
      this.cluster = cluster;
    }

    /**
     * Begins a sample unless one is under way. A sample that takes too long counts as a failure.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // end() is told results and errors alike
    void look() {
      Instant now = runtime.clock().instant();
      if (!begin(now)) {
        return;
      }
      try {
        CompletableFuture<ClusterSummary> summary = new ClusterInspector(cluster).summary();
        summary
            .thenCompose(seen -> lookIntoZones().thenApply(done -> seen))
            .whenComplete(this::end);
      } catch (RuntimeException e) {
        end(null, e);
      }
    }

    /** Depths are beside the summary: it stands without them. */
    private CompletableFuture<Void> lookIntoZones() {
      if (properties.zones() == 0) {
        return CompletableFuture.completedFuture(null);
      }
      return new ClusterInspector(cluster)
          .depths(properties.zones())
          .handle(
              (seen, error) -> {
                keep(seen);
                return null;
              });
    }

    private synchronized void keep(@Nullable DepthSample seen) {
      depths = seen;
    }

    synchronized Optional<DepthSample> depths() {
      return Optional.ofNullable(depths);
    }

    private synchronized boolean begin(Instant now) {
      if (lookingSince == null) {
        lookingSince = now;
        return true;
      }
      Duration waited = Duration.between(lookingSince, now);
      if (waited.compareTo(properties.answerMax()) > 0) {
        keep(ClusterSample.failed(now, "no answer for " + waited.toSeconds() + " s"));
      }
      return false;
    }

    private void end(@Nullable ClusterSummary summary, @Nullable Throwable error) {
      ended(summary, error);
      listeners.forEach(listener -> listener.accept(cluster.name()));
    }

    private synchronized void ended(@Nullable ClusterSummary summary, @Nullable Throwable error) {
      Instant now = runtime.clock().instant();
      lookingSince = null;
      if (summary == null) {
        depths = null;
      }
      keep(
          summary != null
              ? ClusterSample.of(now, summary)
              : ClusterSample.failed(now, sentence(error)));
    }

    private void keep(ClusterSample sample) {
      samples.addLast(sample);
      while (samples.size() > properties.kept()) {
        samples.removeFirst();
      }
    }

    synchronized Optional<ClusterSample> latest() {
      return Optional.ofNullable(samples.peekLast());
    }

    synchronized List<ClusterSample> all() {
      return List.copyOf(samples);
    }
  }

  private static String sentence(@Nullable Throwable error) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    if (cause == null) {
      return "no summary was given";
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
