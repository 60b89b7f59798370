package dev.tenure.queue.pointer;

import dev.tenure.queue.zone.PeekMark;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers where the backlogs of recently visited zones begin. A mark is kept for two seconds, so
 * that items which came before it are overlooked no longer than that. Thread-safe.
 */
final class PeekMarks {
  private static final Duration KEPT = Duration.ofSeconds(2);
  private static final int ZONES_MAX = 10_000;

  private final Map<PointerRef, Kept> byZone = new Recent();

  /**
   * A mark with its age.
   *
   * @param frontAt when a peek last began at the true front of the zone
   */
  private record Kept(PeekMark mark, Instant frontAt) {
    /**
     * Whether the mark may still be used. A mark from the future may not, since otherwise a clock
     * that stepped back would keep it.
     */
    boolean isFresh(Instant now) {
      return Duration.between(frontAt, now).abs().compareTo(KEPT) < 0;
    }
  }

  /** The zones visited last, in order of access; bounded. */
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

  /** The mark at which a peek may begin; empty when it must begin at the front. */
  synchronized Optional<PeekMark> find(PointerRef ref, Instant now) {
    Kept kept = byZone.get(ref);
    if (kept == null || !kept.isFresh(now)) {
      byZone.remove(ref);
      return Optional.empty();
    }
    return Optional.of(kept.mark());
  }

  /** Keeps the mark of a visit that has committed and left items behind. */
  synchronized void remember(PointerRef ref, PeekMark mark, Instant now) {
    Kept before = byZone.get(ref);
    byZone.put(ref, new Kept(mark, before == null ? now : before.frontAt()));
  }
}
