package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.WorkContext;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Records when each item was begun and which handlers still run, as known to the processes
 * themselves.
 */
final class HandlerCalls {
  private final Map<String, Instant> begun = new HashMap<>();
  private final Map<String, Running> byLease = new HashMap<>();

  /** One call of a handler. */
  private static final class Running {
    final SimulatedProcess process;
    final WorkContext context;
    boolean ended;

    Running(SimulatedProcess process, WorkContext context) {
      this.process = process;
      this.context = context;
    }

    boolean isOn() {
      return !ended && !context.cancelled() && process.isAlive() && !process.isPaused();
    }
  }

  /** Notes that the payload of an item is about to be decoded. */
  void begin(String item, Instant now) {
    begun.put(item, now);
  }

  /** When an item was begun last; empty when it never was. */
  Optional<Instant> begunAt(String item) {
    return Optional.ofNullable(begun.get(item));
  }

  /** Notes the call of a handler, and its end when its stage completes. */
  CompletionStage<Outcome> watch(
      SimulatedProcess process, WorkContext context, CompletionStage<Outcome> stage) {
    Running running = new Running(process, context);
    String lease = context.item().lease().orElseThrow().id().hex();
    byLease.put(key(lease, context.item().id()), running);
    return stage.whenComplete((outcome, error) -> running.ended = true);
  }

  /** Items of one visit may have one lease. */
  private static String key(String leaseHex, String item) {
    return leaseHex + '/' + item;
  }

  /** Whether the lease's holder runs the handler of the item, as far as the holder knows. */
  boolean isRunning(String leaseHex, String item) {
    Running running = byLease.get(key(leaseHex, item));
    return running != null && running.isOn();
  }

  /** The number of handlers that run in the process. */
  long running(SimulatedProcess process) {
    return byLease.values().stream().filter(each -> each.process == process && each.isOn()).count();
  }
}
