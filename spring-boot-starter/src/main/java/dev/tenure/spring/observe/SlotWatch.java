package dev.tenure.spring.observe;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.ConsumerStatus.Load;
import dev.tenure.consumer.ConsumerStatus.Slots;
import dev.tenure.spring.ConsumerStatusSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measures for how long a consumer of this process has had stuck slots: slots that are taken
 * although no in-flight item needs them. Slots are stuck
 *
 * <ul>
 *   <li>when more slots or permits are taken than items are in flight, while no visit is under way;
 *   <li>when all workers' slots are taken by fewer items than there are workers, and no item
 *       begins;
 *   <li>when all managers are busy, and no visit begins.
 * </ul>
 *
 * A visit takes slots and permits before its items are in flight. So while a visit is under way,
 * slots that were stuck before still count as stuck. Thread-safe.
 */
public final class SlotWatch {
  private final List<ConsumerStatusSource> sources;
  private final InstantSource clock;
  private final Map<String, Stuck> stuck = new HashMap<>();

  /** The state of a consumer when its slots were first found stuck. */
  private record Stuck(Instant since, long started, long visits) {}

  public SlotWatch(List<ConsumerStatusSource> sources, InstantSource clock) {
    this.sources = List.copyOf(sources);
    this.clock = clock;
  }

  /**
   * Checks the slots of all consumers. Returns the time for which the worst consumer's slots have
   * been stuck; zero for none.
   */
  public synchronized Duration stuck() {
    List<ConsumerStatus> all =
        sources.stream().map(ConsumerStatusSource::status).flatMap(Optional::stream).toList();
    stuck.keySet().retainAll(all.stream().map(ConsumerStatus::id).toList());
    Instant now = clock.instant();
    return all.stream()
        .map(status -> stuck(status, now))
        .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
  }

  private Duration stuck(ConsumerStatus status, Instant now) {
    Load load = status.load();
    Stuck before = stuck.get(status.id());
    boolean needless = Math.max(load.slots(), load.permits()) > load.items();
    boolean mayBeOfVisits = load.pointers() > 0;
    if ((needless && !mayBeOfVisits) || (isAtMost(status) && !hasMoved(status, before))) {
      Stuck first = new Stuck(now, status.items().started(), status.visits().visits());
      Stuck since = before == null ? first : before;
      stuck.put(status.id(), since);
      return Duration.between(since.since(), now);
    }
    if (before != null && needless && mayBeOfVisits && !isAtMost(status)) {
      return Duration.between(before.since(), now);
    }
    stuck.remove(status.id());
    return Duration.ZERO;
  }

  private static boolean isAtMost(ConsumerStatus status) {
    return areWorkersTaken(status) || areManagersBusy(status);
  }

  private static boolean areWorkersTaken(ConsumerStatus status) {
    int workers = status.promises().slots().workers();
    return status.load().slots() >= workers && status.load().items() < workers;
  }

  private static boolean areManagersBusy(ConsumerStatus status) {
    Slots slots = status.promises().slots();
    return slots.managersBusy() >= slots.managers();
  }

  private static boolean hasMoved(ConsumerStatus status, @Nullable Stuck before) {
    return before != null
        && ((areWorkersTaken(status) && status.items().started() != before.started())
            || (areManagersBusy(status) && status.visits().visits() != before.visits()));
  }
}
