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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Propagates traces by Micrometer's observations: {@value #ENQUEUE} for each enqueue, {@value
 * #HANDLE} for each run of a handler, {@value #EFFECTS} for each application of its effects. With a
 * tracer among the registry's handlers (Micrometer Tracing), enqueue and run are spans of one
 * trace; without one, runs are only timed.
 */
public final class ObservedTraces implements TracePropagation {
  static final String ENQUEUE = "tenure.enqueue";
  static final String HANDLE = "tenure.handle";
  static final String EFFECTS = "tenure.effects";

  private final ObservationRegistry registry;

  public ObservedTraces(ObservationRegistry registry) {
    this.registry = registry;
  }

  /** The attributes that the registry's handlers put into an item which is enqueued now. */
  @Override
  public Map<String, String> current() {
    return current(null);
  }

  @Override
  public Supplier<Map<String, String>> capture() {
    Observation parent = registry.getCurrentObservation();
    return () -> current(parent);
  }

  private Map<String, String> current(@Nullable Observation parent) {
    Map<String, String> attributes = new TreeMap<>();
    SenderContext<Map<String, String>> context =
        new SenderContext<>(
            (carrier, key, value) -> Objects.requireNonNull(carrier).put(key, value),
            Kind.PRODUCER);
    context.setCarrier(attributes);
    Observation observation = Observation.createNotStarted(ENQUEUE, () -> context, registry);
    if (parent != null) {
      observation.parentObservation(parent);
    }
    observation.start().stop();
    return attributes;
  }

  @Override
  public Run begin(String type, Map<String, String> attributes) {
    return begin(HANDLE, type + " process", type, attributes);
  }

  @Override
  public Run beginEffects(String type, Map<String, String> attributes) {
    return begin(EFFECTS, type + " effects", type, attributes);
  }

  private Run begin(
      String name, String contextualName, String type, Map<String, String> attributes) {
    ReceiverContext<Map<String, String>> context =
        new ReceiverContext<>((carrier, key) -> carrier.get(key), Kind.CONSUMER);
    context.setCarrier(attributes);
    context.setContextualName(contextualName);
    Observation observation =
        Observation.createNotStarted(name, () -> context, registry)
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
