package dev.tenure.consumer.scan;

import dev.tenure.consumer.environment.RandomSource;
import dev.tenure.consumer.visit.Candidate;
import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one peek showed, drawn without replacement, a selection at a time (Algorithm 1, lines 6 to
 * 8): what is in this consumer's share before what is in others' (docs/decisions/0010). Used on the
 * scanner's serial executor.
 */
final class CandidatePool {
  /** Nudges cleared by one visit; those beyond are found again. */
  private static final int NUDGES_MAX = 1_000;

  /** One draw in so many is from all, so that a zone whose consumer does not come is visited. */
  static final int FROM_ALL_ONE_IN = 128;

  private final Instant peekedAt;

  /** Each latest first. */
  private final List<Candidate> own = new ArrayList<>();

  private final List<Candidate> others = new ArrayList<>();
  private boolean othersToo;
  private boolean yielded;
  private int selected;

  private CandidatePool(Instant peekedAt) {
    this.peekedAt = peekedAt;
  }

  static CandidatePool empty() {
    return new CandidatePool(Instant.MIN);
  }

  /**
   * @param candidates in any order
   * @param enough with so many of its own, those of others are left to them
   * @param othersVestedBy what is others' and vests later is left to them
   */
  static CandidatePool of(
      List<Candidate> candidates,
      Instant peekedAt,
      ShardShare share,
      int enough,
      Instant othersVestedBy) {
    CandidatePool pool = new CandidatePool(peekedAt);
    for (Candidate each : candidates) {
      if (share.contains(each.key())) {
        pool.own.add(each);
      } else if (each.vesting().isAfter(othersVestedBy)) {
        pool.yielded = true;
      } else {
        pool.others.add(each);
      }
    }
    pool.othersToo = pool.own.size() < enough;
    Comparator<Candidate> latestFirst = Comparator.comparing(Candidate::vesting).reversed();
    pool.own.sort(latestFirst);
    pool.others.sort(latestFirst);
    return pool;
  }

  /** The entries of a peek as candidates, a zone's pointer and nudges as one. */
  static List<Candidate> group(Source source, TopLevelPeek peek) {
    EntryGrouping grouping = new EntryGrouping(source);
    peek.vested().forEach(entry -> entry.accept(grouping));
    List<Candidate> candidates = new ArrayList<>(grouping.locals);
    candidates.addAll(grouping.zones.values());
    return candidates;
  }

  /** Collects the entries of a peek. */
  private static final class EntryGrouping implements TopLevelEntry.Visitor {
    private final Source source;
    private final List<Candidate> locals = new ArrayList<>();
    private final Map<PointerRef, Candidate.Zone> zones = new LinkedHashMap<>();

    EntryGrouping(Source source) {
      this.source = source;
    }

    @Override
    public void pointer(TopLevelEntry.Pointer pointer) {
      add(pointer.ref(), List.of(), pointer.vesting());
    }

    @Override
    public void nudge(TopLevelEntry.Nudge nudge) {
      add(nudge.ref(), List.of(nudge), nudge.vesting());
    }

    @Override
    public void local(TopLevelEntry.Local local) {
      locals.add(new Candidate.LocalItem(source, local));
    }

    private void add(PointerRef ref, List<TopLevelEntry.Nudge> nudges, Instant vesting) {
      zones.merge(ref, new Candidate.Zone(source, ref, nudges, vesting), CandidatePool::merged);
    }
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

  /** How many may be drawn. */
  int size() {
    return own.size() + (othersToo ? others.size() : 0);
  }

  boolean isEmpty() {
    return size() == 0;
  }

  /** From now on; but for the one draw in many that is from all. */
  void leaveOthers() {
    othersToo = false;
  }

  /** Whether something was left to others just because it had vested only now. */
  boolean yielded() {
    return yielded;
  }

  /** How many more may be drawn before another selection is due. */
  int selected() {
    return selected;
  }

  /** Line 8: min(selection_max, ⌈size · selection_frac⌉). */
  void select(double fraction, int selectionMax) {
    selected = Math.min(selectionMax, (int) Math.ceil(size() * fraction));
  }

  /**
   * One of this consumer's share, or, at times and when there is none, of all.
   *
   * @param inOrder the one that vested first, else any, uniformly at random
   * @return null when the pool is empty
   */
  @Nullable Candidate draw(boolean inOrder, RandomSource random) {
    if (isEmpty()) {
      return null;
    }
    selected--;
    return remove(ownsTurn(inOrder, random) ? own : others, inOrder, random);
  }

  private boolean ownsTurn(boolean inOrder, RandomSource random) {
    if (own.isEmpty() || others.isEmpty()) {
      return others.isEmpty();
    }
    if (random.below(FROM_ALL_ONE_IN) != 0) {
      return true;
    }
    return inOrder
        ? !last(others).vesting().isBefore(last(own).vesting())
        : random.below(own.size() + others.size()) < own.size();
  }

  private static Candidate last(List<Candidate> latestFirst) {
    return latestFirst.get(latestFirst.size() - 1);
  }

  private static Candidate remove(
      List<Candidate> latestFirst, boolean inOrder, RandomSource random) {
    int last = latestFirst.size() - 1;
    if (!inOrder) {
      Collections.swap(latestFirst, random.below(last + 1), last);
    }
    return latestFirst.remove(last);
  }
}
