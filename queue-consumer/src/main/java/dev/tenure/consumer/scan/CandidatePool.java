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
 * The candidates of one peek. They are drawn without replacement, one selection at a time
 * (Algorithm 1, lines 6 to 8). Candidates in this consumer's share are drawn before candidates in
 * other consumers' shares (docs/decisions/0010). Used on the scanner's serial executor.
 */
final class CandidatePool {
  /** The most nudges that one visit clears; a later peek finds the rest. */
  private static final int NUDGES_MAX = 1_000;

  /**
   * One draw in this many ignores shares, so that a zone is visited even if its consumer does not
   * come.
   */
  static final int FROM_ALL_ONE_IN = 128;

  private final Instant peekedAt;

  /** Both lists have the candidate that vests last first. */
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
   * @param enough the number of candidates in the consumer's own share from which it leaves other
   *     shares alone
   * @param othersVestedBy candidates in other shares that vest later are left to their consumers
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

  /**
   * Turns the entries of a peek into candidates. A zone's pointer and its nudges are one candidate.
   */
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

  /** The number of candidates that may be drawn. */
  int size() {
    return own.size() + (othersToo ? others.size() : 0);
  }

  boolean isEmpty() {
    return size() == 0;
  }

  /**
   * From now on, draws only from this consumer's share, except for one draw in {@link
   * #FROM_ALL_ONE_IN}.
   */
  void leaveOthers() {
    othersToo = false;
  }

  /** Whether a candidate was left to another consumer only because it had vested a moment ago. */
  boolean yielded() {
    return yielded;
  }

  /** The number of candidates left in the current selection. */
  int selected() {
    return selected;
  }

  /** Begins a selection (line 8) of min(selection_max, ⌈size · selection_frac⌉). */
  void select(double fraction, int selectionMax) {
    selected = Math.min(selectionMax, (int) Math.ceil(size() * fraction));
  }

  /**
   * Draws a candidate of this consumer's share. If the share is empty, and once in {@link
   * #FROM_ALL_ONE_IN} draws, it draws from all candidates.
   *
   * @param inOrder whether the candidate that vested first is drawn, rather than a random one
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
