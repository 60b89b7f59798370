package dev.tenure.testkit.simulation;

import dev.tenure.queue.proto.QueueItem;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.simulation.DatabaseState.PointerState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Tells the run's history what changed in the database from one check to the next. */
final class StateHistory {
  private final DeterministicScheduler scheduler;
  private final Instant start;
  private Map<String, String> before = new TreeMap<>();

  StateHistory(DeterministicScheduler scheduler) {
    this.scheduler = scheduler;
    this.start = scheduler.options().start();
  }

  void note(DatabaseState state) {
    Map<String, String> now = new TreeMap<>();
    state
        .tenants()
        .values()
        .forEach(
            tenant -> {
              tenant.items().forEach((key, item) -> now.put("item " + key, describe(item)));
              tenant
                  .groups()
                  .followers()
                  .forEach((key, waits) -> now.put("blocked " + key, waits.getGroup()));
              tenant.deadLetters().forEach((key, dead) -> now.put("dead " + key, dead.getReason()));
            });
    state.pointers().forEach((zone, pointer) -> now.put("zone " + zone, describe(pointer)));
    before.keySet().stream()
        .filter(key -> !now.containsKey(key))
        .forEach(key -> scheduler.note("  " + key + " gone"));
    now.forEach(
        (key, text) -> {
          if (!text.equals(before.get(key))) {
            scheduler.note("  " + key + " " + text);
          }
        });
    before = now;
  }

  private String describe(QueueItem item) {
    String lease =
        item.getLeaseId().isEmpty()
            ? "free"
            : "held by %s since version %d".formatted(item.getLeasedBy(), item.getLeaseVersion());
    return "%s vests %s, %s, errors %d"
        .formatted(item.getType(), time(item.getVestingMillis()), lease, item.getErrorCount());
  }

  private String describe(PointerState state) {
    String pointer =
        state.pointer().map(item -> "vests " + time(item.getVestingMillis())).orElse("absent");
    return "pointer %s%s, nudges %s"
        .formatted(
            pointer,
            state.asleep() ? " asleep" : "",
            state.nudges().stream().map(vesting -> time(vesting.toEpochMilli())).toList());
  }

  /** Seconds since the run began, as in the lines of the trace. */
  private String time(long millis) {
    Duration since = Duration.between(start, Instant.ofEpochMilli(millis));
    return "%d.%03d".formatted(since.toSeconds(), since.toMillisPart());
  }
}
