package dev.tenure.queue.pointer;

import dev.tenure.queue.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a process, corrected by the clocks of the consumers of all its clusters
 * (docs/queue-protocol.md, "Clocks"). Two clusters have different consumers, but the process has
 * one clock: corrected for each cluster apart, a lease of one cluster would be over by the time of
 * another. {@link ClusterTime} is the view of one cluster. Thread-safe.
 */
final class ProcessTime {
  /**
   * Older readings are ignored, since their consumers may have stopped. At most the stated skew: a
   * jump of versions, as after a recovery of the database, then makes no clock seem wrong.
   */
  private static final Duration READING_KEPT = Duration.ofSeconds(10);

  /**
   * The time for which the last heartbeat on a cluster tells what the process's clock should show,
   * and what the other consumers' clocks show. Longer than the longest interval of heartbeats and
   * the time that one takes.
   */
  private static final Duration OWN_READING_KEPT = Duration.ofSeconds(15);

  /** Between two heartbeats, versions and a sound clock differ by less than this. */
  private static final Duration JUMP = Duration.ofSeconds(2);

  /**
   * The time for which a process that begins heeds the clock of a consumer that is silent. The
   * cluster may have been away, and the consumer be live. Only a clock that is behind counts: a
   * recovery of the database advances versions, and each silent clock then seems to be ahead.
   */
  private static final Duration FORMER_KEPT = Duration.ofMinutes(10);

  /** Two clocks that differ by less may be one clock, read twice. */
  private static final Duration SAME_CLOCK = Duration.ofSeconds(2);

  private final InstantSource clock;
  private final List<Consumer<Duration>> movers = new CopyOnWriteArrayList<>();
  private final Map<ClusterTime, Heard> heard = new LinkedHashMap<>();
  private volatile Instant latest = Instant.MIN.plus(Clocks.STATED_SKEW);
  private volatile State state = new State(Duration.ZERO, Duration.ZERO);
  private @Nullable Instant begunAt;
  private boolean wasDecided;
  private volatile boolean waits;

  /**
   * What the heartbeats have told.
   *
   * @param skew how far the process's clock is ahead of the consumers' time; negative when behind
   * @param correction the time that is subtracted from the process's clock
   */
  private record State(Duration skew, Duration correction) {}

  /**
   * What the heartbeats on one cluster have told of another consumer.
   *
   * @param ahead how far its clock was ahead of the corrected clock
   * @param shown what its clock showed at its last heartbeat
   * @param startedAt when it began, by its clock; {@link Instant#MIN} if that is not known
   */
  private record Told(Duration ahead, Instant shown, Instant startedAt) {
    Told moved(Duration by) {
      return new Told(ahead.minus(by), shown, startedAt);
    }

    /**
     * Whether the other consumer may be this one after a restart, under another id: it has the same
     * clock, and began after this one was last heard of. If both counted, a process that is started
     * again and again would be the majority of the clocks.
     */
    boolean mayBeFormerSelfOf(Told other) {
      return other.startedAt.isAfter(shown)
          && other.ahead.minus(ahead).abs().compareTo(SAME_CLOCK) <= 0;
    }
  }

  /**
   * The last heartbeat on a cluster.
   *
   * @param own the corrected clock at that heartbeat
   * @param others the other live consumers
   */
  private record Heard(ClockReading own, SortedMap<String, Told> others) {
    /** The same, when the corrected clock was moved. */
    Heard moved(Duration by) {
      SortedMap<String, Told> moved = new TreeMap<>();
      others.forEach((id, it) -> moved.put(id, it.moved(by)));
      return new Heard(new ClockReading(own.clock().plus(by), own.version()), moved);
    }

    Collection<Duration> ahead() {
      return others.values().stream().map(Told::ahead).toList();
    }

    /** The time at this heartbeat, plus the time that has passed since by versions. */
    Optional<Instant> expected(long version) {
      return own.age(version).abs().compareTo(OWN_READING_KEPT) <= 0
          ? Optional.of(own.at(version))
          : Optional.empty();
    }

    boolean isFresh(Instant corrected) {
      return Duration.between(own.clock(), corrected).abs().compareTo(OWN_READING_KEPT) <= 0;
    }
  }

  ProcessTime(InstantSource clock) {
    this.clock = clock;
  }

  Instant uncorrected() {
    return clock.instant();
  }

  Duration skew() {
    return state.skew();
  }

  Duration correction() {
    return state.correction();
  }

  void onMove(Consumer<Duration> listener) {
    movers.add(listener);
  }

  /** Calls the listeners of another process's time from now on. */
  void takeListeners(ProcessTime other) {
    movers.addAll(other.movers);
  }

  /** What the process's clock shows, corrected. */
  Instant corrected(Instant shown) {
    if (shown.isBefore(latest.minus(Clocks.STATED_SKEW))) {
      steppedBack(shown);
    }
    latest = shown;
    return shown.minus(state.correction());
  }

  /** Goes on from the time before the step, until a heartbeat tells which time is right. */
  private synchronized void steppedBack(Instant shown) {
    if (shown.isBefore(latest.minus(Clocks.STATED_SKEW))) {
      Duration step = Duration.between(latest, shown);
      latest = shown;
      state = new State(state.skew().plus(step), state.correction().plus(step));
    }
  }

  /** Returns how far the corrected clock moves. */
  private Duration corrects(State next) {
    Duration moved = state.correction().minus(next.correction());
    state = next;
    return moved;
  }

  /** Called without a lock, since listeners take locks under which the time is asked for. */
  private void tell(Duration moved) {
    if (!moved.isZero()) {
      movers.forEach(listener -> listener.accept(moved));
    }
  }

  /** {@link ClusterTime#learn}. */
  void learn(
      ClusterTime cluster,
      ClockReading own,
      Map<String, ClockReading> others,
      Map<String, Instant> startedAt,
      Collection<ClockReading> former) {
    tell(learned(cluster, own, others, startedAt, former));
  }

  private synchronized Duration learned(
      ClusterTime cluster,
      ClockReading own,
      Map<String, ClockReading> others,
      Map<String, Instant> startedAt,
      Collection<ClockReading> former) {
    long version = own.version();
    Heard before = heard.get(cluster);
    Map<String, ClockReading> recent = new TreeMap<>();
    if (haveVersionsJumped(before, own)) {
      before = null;
    } else {
      others.forEach(
          (id, each) -> {
            if (each.age(version).abs().compareTo(READING_KEPT) <= 0) {
              recent.put(id, each);
            }
          });
    }
    Instant kept = expected(before, version).orElse(own.clock().minus(state.correction()));
    SortedMap<String, Told> told = new TreeMap<>();
    recent.forEach(
        (id, each) ->
            told.put(
                id,
                new Told(
                    Duration.between(kept, each.at(version)),
                    each.clock(),
                    startedAt.getOrDefault(id, Instant.MIN))));
    Instant began = begunAt == null ? own.clock() : begunAt;
    begunAt = began;
    Told self = new Told(Duration.between(kept, own.clock()), own.clock(), began);
    Collection<Instant> voters = voters(cluster, told, self, kept);
    Optional<Instant> decided = decided(own.clock(), voters);
    waits = waits(own, began, decided, recent.values(), former);
    Instant time = decided.orElse(kept);
    Duration skew = Duration.between(time, own.clock());
    Duration correction = isBeyond(skew) ? skew : Duration.ZERO;
    Instant corrected = own.clock().minus(correction);
    Duration moved = Duration.between(kept, corrected);
    heard.put(cluster, new Heard(new ClockReading(kept, version), told));
    heard.replaceAll((other, it) -> it.moved(moved));
    Optional<Duration> sound = decided.map(it -> Duration.between(corrected, it));
    heard.forEach((each, it) -> each.leads(lead(it.ahead(), sound)));
    return corrects(new State(skew, correction));
  }

  /** {@link ClusterTime#isWaiting}. */
  boolean isWaiting() {
    return waits;
  }

  /**
   * Whether the process has just begun, no majority has ever told the time, and a clock is further
   * away than two sound clocks can be.
   *
   * @param former the clocks of consumers that have not been heard of lately
   */
  private boolean waits(
      ClockReading own,
      Instant began,
      Optional<Instant> decided,
      Collection<ClockReading> others,
      Collection<ClockReading> former) {
    wasDecided |= decided.isPresent();
    Instant shown = own.clock();
    Stream<Instant> silent =
        former.stream()
            .filter(each -> each.age(own.version()).compareTo(FORMER_KEPT) <= 0)
            .map(each -> each.at(own.version()))
            .filter(it -> it.isBefore(shown));
    Stream<Instant> live = others.stream().map(each -> each.at(own.version()));
    return !wasDecided
        && Duration.between(began, shown).compareTo(READING_KEPT) <= 0
        && Stream.concat(live, silent)
            .anyMatch(it -> Duration.between(shown, it).abs().compareTo(Clocks.APART_MAX) > 0);
  }

  /**
   * The clocks of the other consumers of all clusters; of a consumer that several clusters have
   * heard, the newest. Former selves of another consumer, or of this process, are left out.
   *
   * @param self this process, as another consumer
   */
  private Collection<Instant> voters(
      ClusterTime cluster, Map<String, Told> told, Told self, Instant corrected) {
    Map<String, Told> all = new TreeMap<>();
    heard.entrySet().stream()
        .filter(each -> !each.getKey().equals(cluster))
        .map(Map.Entry::getValue)
        .filter(each -> each.isFresh(corrected))
        .sorted(Comparator.comparing(each -> each.own().clock()))
        .forEach(each -> all.putAll(each.others()));
    all.putAll(told);
    List<Told> later = new ArrayList<>(all.values());
    later.add(self);
    return all.values().stream()
        .filter(it -> later.stream().noneMatch(it::mayBeFormerSelfOf))
        .map(it -> corrected.plus(it.ahead()))
        .toList();
  }

  /**
   * How far the corrected clock is ahead of the slowest.
   *
   * @param ahead how far each other clock is ahead of the corrected clock
   * @param sound how far the time of the majority is ahead of it; clocks far from that time do not
   *     count. Without a majority all clocks count, so that a process that is ahead hides no work
   */
  private static Duration lead(Collection<Duration> ahead, Optional<Duration> sound) {
    return ahead.stream()
        .filter(it -> sound.isEmpty() || !isBeyond(it.minus(sound.get())))
        .map(Duration::negated)
        .filter(it -> !it.isNegative())
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** {@link ClusterTime#hasStepped}. */
  boolean hasStepped(ClusterTime cluster, Instant now, long version) {
    Optional<Duration> moved = stepped(cluster, now, version);
    moved.ifPresent(this::tell);
    return moved.isPresent();
  }

  /** How far the corrected clock moves back; empty when it has not stepped. */
  private synchronized Optional<Duration> stepped(ClusterTime cluster, Instant now, long version) {
    Optional<Instant> expected = expected(heard.get(cluster), version);
    Duration ahead = expected.map(it -> Duration.between(it, now)).orElse(Duration.ZERO);
    if (ahead.isNegative() || !isBeyond(ahead)) {
      return Optional.empty();
    }
    Duration correction =
        expected
            .map(it -> Duration.between(it, clock.instant()))
            .filter(ProcessTime::isBeyond)
            .orElse(Duration.ZERO);
    return Optional.of(corrects(new State(correction, correction)));
  }

  /**
   * Whether versions advanced by more than the clock did, while the clock did not go back. Earlier
   * readings then cannot be compared with this one.
   */
  private boolean haveVersionsJumped(@Nullable Heard before, ClockReading own) {
    if (before == null) {
      return false;
    }
    ClockReading last = before.own();
    Duration passed = Duration.between(last.clock(), own.clock().minus(state.correction()));
    return !passed.isNegative() && last.age(own.version()).minus(passed).compareTo(JUMP) > 0;
  }

  private static Optional<Instant> expected(@Nullable Heard last, long version) {
    return Optional.ofNullable(last).flatMap(it -> it.expected(version));
  }

  /**
   * The median of all clocks, if it is the time of the majority. Two sound clocks may be apart by
   * twice the stated skew; of three or more clocks, it is therefore enough when most of them are
   * that close to the median. Of two, nobody knows which is right.
   */
  private static Optional<Instant> decided(Instant own, Collection<Instant> told) {
    List<Instant> all = new ArrayList<>(told);
    all.add(own);
    all.sort(null);
    Instant median = all.get((all.size() - 1) / 2);
    boolean most =
        !told.isEmpty()
            && (areMostWithin(Clocks.STATED_SKEW, median, all)
                || (all.size() > 2 && areMostWithin(Clocks.APART_MAX, median, all)));
    return most ? Optional.of(median) : Optional.empty();
  }

  private static boolean areMostWithin(Duration most, Instant median, List<Instant> all) {
    long close =
        all.stream().filter(it -> Duration.between(median, it).abs().compareTo(most) <= 0).count();
    return 2 * close > all.size();
  }

  private static boolean isBeyond(Duration skew) {
    return skew.abs().compareTo(Clocks.STATED_SKEW) > 0;
  }
}
