package dev.tenure.campaigns.crash;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The events of the cycles of a campaign, counted.
 */
final class CrashCounts {

  /**
   * An event that a campaign must meet to have tested it.
   */
  enum Event {
    KILLED_STARTING,
    KILLED_OPENING,
    KILLED_WORKING,
    KILLED_MAKING_THE_DIRECTORY,
    OPENED_AFTER_UNFINISHED_RECOVERY,
    POWER_LOST_WITH_UNSYNCED_BYTES,
    KILLED_RECOVERING_FROM_POWER_LOSS,
    RISKY_COMMIT_LOST,
    COMMIT_CHECKED
  }

  private final Map<Event, Long> counts = new EnumMap<>(Event.class);

  void add(Event event, long times) {
    counts.merge(event, times, Long::sum);
  }

  /**
   * The events that no cycle met.
   */
  List<Event> missing() {
    return List.of(Event.values()).stream()
        .filter(event -> counts.getOrDefault(event, 0L) == 0)
        .toList();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
