package dev.tenure.queue.pointer;

import dev.tenure.queue.zone.PeekMark;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where the backlogs of zones visited lately begin. Forgotten every two seconds, so that whatever
 * has come before a mark is not passed over for longer. Thread-safe.
 */
final class PeekMarks {
  private static final Duration KEPT = Duration.ofSeconds(2);
  private static final int ZONES_MAX = 10_000;

  private final Map<PointerRef, Kept> byZone = new Recent();

  /**
   * A mark.
   *
   * @param frontAt when the last peek from the true front was made
   */
  private record Kept(PeekMark mark, Instant frontAt) {
    /** Not in the future either: a clock that has stepped back would keep it for as long. */
    boolean isFresh(Instant now) {
      return Duration.between(frontAt, now).abs().compareTo(KEPT) < 0;
    }
  }

  /** In order of access, bounded. */
  private static final class Recent extends LinkedHashMap<PointerRef, Kept> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(64, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<PointerRef, Kept> eldest) {
      return size() > ZONES_MAX;
    }
  }

  /** Where to begin; empty for the true front. */
  synchronized Optional<PeekMark> find(PointerRef ref, Instant now) {
    Kept kept = byZone.get(ref);
    if (kept == null || !kept.isFresh(now)) {
      byZone.remove(ref);
      return Optional.empty();
    }
    return Optional.of(kept.mark());
  }

  /** A visit that left items behind has committed. */
  synchronized void remember(PointerRef ref, PeekMark mark, Instant now) {
    Kept before = byZone.get(ref);
    byZone.put(ref, new Kept(mark, before == null ? now : before.frontAt()));
  }
}
