package dev.tenure.consumer;

import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one peek showed, drawn without replacement, a selection at a time (Algorithm 1, lines 6 to
 * 8). Used on the scanner's strand.
 */
final class CandidatePool {
  /** Nudges cleared by one visit; those beyond are found again. */
  private static final int NUDGES_MAX = 1_000;

  private final Instant peekedAt;
  private final List<Candidate> candidates;
  private int selected;

  private CandidatePool(Instant peekedAt, List<Candidate> candidates) {
    this.peekedAt = peekedAt;
    this.candidates = candidates;
  }

  static CandidatePool empty() {
    return new CandidatePool(Instant.MIN, List.of());
  }

  /**
   * @param candidates in any order
   */
  static CandidatePool of(List<Candidate> candidates, Instant peekedAt) {
    List<Candidate> latestFirst = new ArrayList<>(candidates);
    latestFirst.sort(Comparator.comparing(Candidate::vesting).reversed());
    return new CandidatePool(peekedAt, latestFirst);
  }

  /** The entries of a peek as candidates, a zone's pointer and nudges as one. */
  static List<Candidate> group(Source source, TopLevelPeek peek) {
    Map<PointerRef, Candidate.Zone> zones = new LinkedHashMap<>();
    List<Candidate> candidates = new ArrayList<>();
    for (TopLevelEntry entry : peek.vested()) {
      if (entry instanceof TopLevelEntry.Local local) {
        candidates.add(new Candidate.LocalItem(source, local));
      } else if (entry instanceof TopLevelEntry.Nudge nudge) {
        zones.merge(
            nudge.ref(),
            new Candidate.Zone(source, nudge.ref(), List.of(nudge), nudge.vesting()),
            CandidatePool::merged);
      } else if (entry instanceof TopLevelEntry.Pointer pointer) {
        zones.merge(
            pointer.ref(),
            new Candidate.Zone(source, pointer.ref(), List.of(), pointer.vesting()),
            CandidatePool::merged);
      }
    }
    candidates.addAll(zones.values());
    return candidates;
  }

  private static Candidate.Zone merged(Candidate.Zone one, Candidate.Zone other) {
    List<TopLevelEntry.Nudge> nudges = new ArrayList<>(one.nudges());
    other.nudges().stream().limit(NUDGES_MAX - nudges.size()).forEach(nudges::add);
    Instant vesting = one.vesting().isBefore(other.vesting()) ? one.vesting() : other.vesting();
    return new Candidate.Zone(one.source(), one.ref(), List.copyOf(nudges), vesting);
  }

  Instant peekedAt() {
    return peekedAt;
  }

  int size() {
    return candidates.size();
  }

  boolean isEmpty() {
    return candidates.isEmpty();
  }

  /** How many more may be drawn before another selection is due. */
  int selected() {
    return selected;
  }

  /** Line 8: min(selection_max, ⌈size · selection_frac⌉). */
  void select(double fraction, int selectionMax) {
    selected = Math.min(selectionMax, (int) Math.ceil(candidates.size() * fraction));
  }

  /** The one that vested first; null when the pool is empty. */
  @Nullable Candidate drawFirst() {
    return candidates.isEmpty() ? null : removeLast();
  }

  /** Any, uniformly at random; null when the pool is empty. */
  @Nullable Candidate drawAny(Chance chance) {
    if (candidates.isEmpty()) {
      return null;
    }
    int last = candidates.size() - 1;
    int chosen = chance.below(last + 1);
    Candidate drawn = candidates.get(chosen);
    candidates.set(chosen, candidates.get(last));
    candidates.set(last, drawn);
    return removeLast();
  }

  private Candidate removeLast() {
    selected--;
    return candidates.remove(candidates.size() - 1);
  }
}
