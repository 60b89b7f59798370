package dev.tenure.spring.observe;

import dev.tenure.queue.trace.TracePropagation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Trace context by Micrometer's observations: {@value #ENQUEUE} for what is enqueued, {@value
 * #HANDLE} for each run of a handler. With a tracer among the registry's handlers (Micrometer
 * Tracing), enqueue and run are spans of one trace; without one, runs are only timed.
 */
public final class ObservedTraces implements TracePropagation {
  static final String ENQUEUE = "tenure.enqueue";
  static final String HANDLE = "tenure.handle";

  private final ObservationRegistry registry;

  public ObservedTraces(ObservationRegistry registry) {
    this.registry = registry;
  }

  /** What the registry's handlers put into an item that is enqueued now. */
  @Override
  public Map<String, String> current() {
    Map<String, String> attributes = new TreeMap<>();
    SenderContext<Map<String, String>> context =
        new SenderContext<>(
            (carrier, key, value) -> Objects.requireNonNull(carrier).put(key, value),
            Kind.PRODUCER);
    context.setCarrier(attributes);
    Observation.start(ENQUEUE, () -> context, registry).stop();
    return attributes;
  }

  @Override
  public Run begin(String type, Map<String, String> attributes) {
    ReceiverContext<Map<String, String>> context =
        new ReceiverContext<>((carrier, key) -> carrier.get(key), Kind.CONSUMER);
    context.setCarrier(attributes);
    context.setContextualName(type + " process");
    Observation observation =
        Observation.createNotStarted(HANDLE, () -> context, registry)
            .lowCardinalityKeyValue("type", type)
            .start();
    return new ObservedRun(observation);
  }

  private record ObservedRun(Observation observation) implements Run {
    @Override
    public Scope open() {
      Observation.Scope scope = observation.openScope();
      return scope::close;
    }

    @Override
    public void end(@Nullable Throwable error) {
      if (error != null) {
        observation.error(error);
      }
      observation.stop();
    }
  }
}
