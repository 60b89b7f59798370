package dev.tenure.spring.observe;

import dev.tenure.consumer.ConflictStep;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.Handlers;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.pointer.VisitResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Meters of the consumers of this process. The number of tags is bounded: they are the work types
 * that this process handles, and {@code other} for all other types. A tenant is never a tag.
 */
public final class ConsumerMeters implements ConsumerListener {
  private static final String OTHER = "other";

  private final MeterRegistry registry;
  private final Handlers handlers;
  private final Map<String, TypeMeters> byType = new HashMap<>();
  private final Map<ConflictStep, Counter> conflicts = new EnumMap<>(ConflictStep.class);
  private final TypeMeters other;

  public ConsumerMeters(MeterRegistry registry, Handlers handlers) {
    this.registry = registry;
    this.handlers = handlers;
    this.other = TypeMeters.register(registry, OTHER);
    handlers.types().forEach(type -> byType.put(type, TypeMeters.register(registry, type)));
    for (ConflictStep step : ConflictStep.values()) {
      String name = step.name().toLowerCase(Locale.ROOT);
      conflicts.put(step, registry.counter("tenure.lease.conflicts", "step", name));
    }
  }

  @Override
  public void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
    TypeMeters meters = of(item);
    meters.started().increment();
    meters.dwell().record(sinceVested);
    if (isBeyondAttempts(item)) {
      meters.beyondAttempts().increment();
    }
  }

  @Override
  public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
    TypeMeters meters = of(item);
    meters.completed().increment();
    meters.run().record(ran);
  }

  @Override
  public void itemFailed(WorkItem item, TenantId tenant, String error) {
    of(item).failed().increment();
  }

  @Override
  public void itemRequeued(WorkItem item, TenantId tenant, Duration delay) {
    of(item).requeued().increment();
  }

  @Override
  public void itemDeadLettered(WorkItem item, TenantId tenant, String reason) {
    of(item).deadLettered().increment();
  }

  @Override
  public void itemParked(WorkItem item, TenantId tenant, String reason) {
    of(item).parked().increment();
  }

  @Override
  public void itemDiscarded(WorkItem item, TenantId tenant, String reason) {
    of(item).discarded().increment();
  }

  @Override
  public void leaseLost(WorkItem item, TenantId tenant) {
    of(item).leasesLost().increment();
  }

  @Override
  public void leaseConflict(ConflictStep step) {
    Counter counter = conflicts.get(step);
    if (counter != null) {
      counter.increment();
    }
  }

  @Override
  public void visit(VisitResult result) {
    registry.counter("tenure.visits", "result", result.match(new ResultNames())).increment();
  }

  /** Such an item should have been set aside instead of begun. */
  private boolean isBeyondAttempts(WorkItem item) {
    int most = handlers.policy(item.type()).map(WorkPolicy::attemptsMax).orElse(0);
    return most > 0 && item.attempts() >= most;
  }

  private TypeMeters of(WorkItem item) {
    return byType.getOrDefault(item.type(), other);
  }
}
