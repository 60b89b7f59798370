package dev.tenure.spring.actuate;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Registration;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.consumer.ConsumerLifecycle;
import dev.tenure.spring.observe.ClusterHealth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@code /actuator/tenure}: the clusters, consumers and handlers of this process. A write pauses
 * the consumer, or resumes it. Asks no cluster, so it never hangs.
 */
@Endpoint(id = "tenure")
public final class TenureEndpoint {
  private final List<ClusterHealth> clusters;
  private final List<ConsumerStatusSource> consumers;
  private final Optional<Handlers> handlers;

  /**
   * @param handlers the handlers; empty in a process without a consumer
   */
  public TenureEndpoint(
      List<ClusterHealth> clusters,
      List<ConsumerStatusSource> consumers,
      Optional<Handlers> handlers) {
    this.clusters = List.copyOf(clusters);
    this.consumers = List.copyOf(consumers);
    this.handlers = handlers;
  }

  /**
   * The answer of the endpoint.
   *
   * @param clusters the clusters by name, as of the last sample
   * @param handlers the handlers by work type
   */
  public record Report(
      Map<String, Map<String, Object>> clusters,
      List<ConsumerReport> consumers,
      Map<String, HandlerReport> handlers) {}

  /**
   * A consumer of this process.
   *
   * @param state the phase of its life, or {@code paused} or {@code not started}
   * @param id the id of the consumer; null while none runs
   * @param inFlight items leased now
   * @param running items whose handlers run now
   * @param items the numbers of items by their ends since the consumer began
   */
  public record ConsumerReport(
      String state,
      boolean paused,
      @Nullable String id,
      int inFlight,
      int running,
      Map<String, Long> items) {}

  /** A handler, with the policy of its type. */
  public record HandlerReport(
      int schemaVersion,
      int attemptsMax,
      String executionBound,
      int concurrency,
      String exhausted) {}

  /** Reports the clusters, handlers and consumer of this process. */
  @ReadOperation
  public Report report() {
    Map<String, Map<String, Object>> byCluster = new LinkedHashMap<>();
    clusters.forEach(one -> byCluster.put(one.cluster(), one.details()));
    Map<String, HandlerReport> byType = new LinkedHashMap<>();
    handlers.ifPresent(
        all -> all.all().forEach(one -> byType.put(one.type().name(), handler(one))));
    return new Report(byCluster, consumers.stream().map(TenureEndpoint::consumer).toList(), byType);
  }

  /**
   * Pauses the consumers of this process, or resumes them; does not wait until they are.
   *
   * @throws InvalidEndpointRequestException when this process has none
   */
  @WriteOperation
  public Report pause(boolean paused) {
    List<ConsumerLifecycle> own =
        consumers.stream()
            .filter(ConsumerLifecycle.class::isInstance)
            .map(ConsumerLifecycle.class::cast)
            .toList();
    if (own.isEmpty()) {
      throw new InvalidEndpointRequestException(
          "this process has no consumer that could be paused", "no consumer");
    }
    for (ConsumerLifecycle consumer : own) {
      if (paused) {
        var unused = consumer.pause();
      } else {
        consumer.resume();
      }
    }
    return report();
  }

  private static HandlerReport handler(Registration<?> registration) {
    WorkPolicy policy = registration.policy();
    return new HandlerReport(
        registration.type().schemaVersion(),
        policy.attemptsMax(),
        policy.executionBound().toString(),
        policy.concurrency(),
        policy.exhausted().name());
  }

  private static ConsumerReport consumer(ConsumerStatusSource source) {
    return source
        .status()
        .map(status -> consumer(status, source.isPaused()))
        .orElseGet(
            () ->
                new ConsumerReport(
                    source.isPaused() ? "paused" : "not started",
                    source.isPaused(),
                    null,
                    0,
                    0,
                    Map.of()));
  }

  private static ConsumerReport consumer(ConsumerStatus status, boolean paused) {
    Map<String, Long> items = new LinkedHashMap<>();
    items.put("started", status.items().started());
    items.put("completed", status.items().completed());
    items.put("failed", status.items().failed());
    items.put("requeued", status.items().requeued());
    items.put("discarded", status.items().discarded());
    items.put("deadLettered", status.items().deadLettered());
    items.put("parked", status.items().parked());
    return new ConsumerReport(
        status.phase().name(),
        paused,
        status.id(),
        status.load().items(),
        status.load().running(),
        items);
  }
}
