package dev.tenure.campaigns.simulation.state;

import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import java.time.Instant;
import java.util.Optional;

/** Writes to the run's history what changed in the database from one check to the next. */
final class StateHistory {
  private final DeterministicScheduler scheduler;
  private final Instant start;

  StateHistory(DeterministicScheduler scheduler) {
    this.scheduler = scheduler;
    this.start = scheduler.options().start();
  }

  void note(DatabaseState state) {
    Changes changes = state.changes();
    changes.moved().forEach(key -> scheduler.note("  item " + key + " " + describe(state, key)));
    changes
        .pointers()
        .forEach(
            (zone, before) -> {
              if (before.isPresent() && !state.pointers().containsKey(zone)) {
                scheduler.note("  zone " + zone + " gone");
              }
            });
    changes
        .pointers()
        .forEach(
            (zone, before) -> {
              PointerState now = state.pointers().get(zone);
              if (now != null && !before.equals(Optional.of(now))) {
                scheduler.note("  zone " + zone + " " + describe(now));
              }
            });
  }

  private String describe(DatabaseState state, ItemKey key) {
    TenantState tenant = state.tenant(key.tenant());
    QueueItem item = tenant.items().get(key);
    QueueDeadLetter dead = tenant.deadLetters().get(key);
    QueueFollower follower = tenant.groups().followers().get(key);
    return (item == null ? "gone" : describe(item))
        + (follower == null ? "" : ", waits in group " + follower.getGroup())
        + (dead == null ? "" : ", set aside: " + dead.getReason());
  }

  private String describe(QueueItem item) {
    String lease =
        item.getLeaseId().isEmpty()
            ? "free"
            : "held by " + item.getLeasedBy() + " since version " + item.getLeaseVersion();
    return item.getType()
        + " vests "
        + time(item.getVestingMillis())
        + ", "
        + lease
        + ", errors "
        + item.getErrorCount();
  }

  private String describe(PointerState state) {
    String pointer =
        state.pointer().map(item -> "vests " + time(item.getVestingMillis())).orElse("absent");
    return "pointer "
        + pointer
        + (state.asleep().isPresent() ? " asleep" : "")
        + ", nudges "
        + state.nudges().stream().map(vesting -> time(vesting.toEpochMilli())).toList();
  }

  /** Seconds since the run began, as in the lines of the trace. */
  private String time(long millis) {
    long since = millis - start.toEpochMilli();
    String rest = Long.toString(1_000 + Math.floorMod(since, 1_000L));
    return Math.floorDiv(since, 1_000L) + "." + rest.substring(1);
  }
}
