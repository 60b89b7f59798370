package dev.tenure.queue.pointer;

import dev.tenure.queue.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of its clock, beside the clocks of the cluster's consumers
 * (docs/queue-protocol.md, "Clocks"). Each heartbeat compares them: versions tell how long ago the
 * others read theirs. Up to {@link Clocks#STATED_SKEW} a clock is taken as it is; beyond, the
 * process goes by the time that most consumers have. Thread-safe.
 */
public final class ClusterTime {
  /**
   * A reading that is older tells of a consumer that may have stopped. Not more than the stated
   * skew, so that versions which jump, as they do when the database recovers, make no clock seem
   * wrong.
   */
  private static final Duration READING_KEPT = Duration.ofSeconds(10);

  /** Versions and a sound clock do not differ by that much from one heartbeat to the next. */
  private static final Duration JUMP = Duration.ofSeconds(2);

  private final InstantSource clock;
  private final List<Consumer<Duration>> movers = new CopyOnWriteArrayList<>();
  private volatile Instant latest = Instant.MIN.plus(Clocks.STATED_SKEW);
  private volatile State state = new State(Duration.ZERO, Duration.ZERO, Duration.ZERO, null);

  /**
   * What the last heartbeat told.
   *
   * @param skew how far the process's clock is ahead of the consumers' time; negative when behind
   * @param correction what is taken off the process's clock
   * @param lead how far the corrected clock is ahead of the slowest sound one
   * @param last the corrected clock at the time
   */
  private record State(
      Duration skew, Duration correction, Duration lead, @Nullable ClockReading last) {}

  /**
   * @param clock the process's, as it is
   */
  public ClusterTime(InstantSource clock) {
    this.clock = clock;
  }

  /** What the process's clock shows, right or not. */
  public Instant uncorrected() {
    return clock.instant();
  }

  /** How far the process's clock is ahead of the consumers' time; negative when behind. */
  public Duration skew() {
    return state.skew();
  }

  /** Whether the process's clock is off by more than {@link Clocks#STATED_SKEW}. */
  public boolean isBeyondSkew() {
    return !state.correction().isZero();
  }

  /**
   * How far this process is ahead of the slowest consumer whose clock is sound: what is to be
   * visible to all at once is written to vest by that much earlier.
   */
  public Duration lead() {
    return state.lead();
  }

  /** A clock of this process, put right while it is beyond the stated skew. */
  public InstantSource corrected(InstantSource other) {
    return () -> {
      Instant shown = other.instant();
      if (shown.isBefore(latest.minus(Clocks.STATED_SKEW))) {
        steppedBack(shown);
      }
      latest = shown;
      return shown.minus(state.correction());
    };
  }

  /** Calls the listener when the corrected clock is moved, with how far; negative for back. */
  public void onMove(Consumer<Duration> listener) {
    movers.add(listener);
  }

  /** Goes on from where the clock was, until a heartbeat tells whether it was right. */
  private synchronized void steppedBack(Instant shown) {
    if (shown.isBefore(latest.minus(Clocks.STATED_SKEW))) {
      Duration step = Duration.between(latest, shown);
      latest = shown;
      State was = state;
      state = new State(was.skew().plus(step), was.correction().plus(step), was.lead(), was.last());
    }
  }

  private void corrects(State next) {
    Duration moved = state.correction().minus(next.correction());
    state = next;
    if (!moved.isZero()) {
      movers.forEach(listener -> listener.accept(moved));
    }
  }

  /**
   * A heartbeat has been read and written. The time is that of most of the clocks. Where they do
   * not decide, it is what this process expected, so that a clock that steps is not followed; a
   * process that has just begun goes by its own. The lead is then over the slowest of all clocks,
   * right or not: a process that is ahead hides nothing from the others.
   *
   * @param own the process's clock, uncorrected
   * @param others what the other live consumers' clocks showed, uncorrected
   */
  public synchronized void learn(ClockReading own, List<ClockReading> others) {
    long version = own.version();
    List<Instant> told =
        others.stream()
            .filter(each -> each.age(version).abs().compareTo(READING_KEPT) <= 0)
            .map(each -> each.at(version))
            .toList();
    if (haveVersionsJumped(own)) {
      told = List.of();
      state = new State(state.skew(), state.correction(), state.lead(), null);
    }
    Optional<Instant> decided = decided(own.clock(), told);
    Instant time = decided.or(() -> expected(version)).orElse(own.clock());
    Duration skew = Duration.between(time, own.clock());
    Duration correction = isBeyond(skew) ? skew : Duration.ZERO;
    Instant corrected = own.clock().minus(correction);
    Instant slowest =
        told.stream()
            .filter(it -> decided.isEmpty() || !isBeyond(Duration.between(time, it)))
            .reduce(corrected, PointerRequeue::earlier);
    Duration lead = Duration.between(slowest, corrected);
    corrects(new State(skew, correction, lead, new ClockReading(corrected, version)));
  }

  /**
   * A transaction of this process has a read version: tells whether the clock has stepped ahead
   * since the last heartbeat, by more than {@link Clocks#STATED_SKEW}. From then on it is put
   * right; what the transaction would write by it must not be written.
   *
   * @param now the corrected clock, as the transaction has it
   */
  synchronized boolean hasStepped(Instant now, long version) {
    Duration ahead = expected(version).map(it -> Duration.between(it, now)).orElse(Duration.ZERO);
    if (ahead.isNegative() || !isBeyond(ahead)) {
      return false;
    }
    Duration correction =
        expected(version)
            .map(it -> Duration.between(it, clock.instant()))
            .filter(ClusterTime::isBeyond)
            .orElse(Duration.ZERO);
    corrects(new State(correction, correction, state.lead(), state.last()));
    return true;
  }

  /**
   * Whether versions went on by more than the clock did, and not because it went back. What was
   * read before cannot be compared with what is read now.
   */
  private boolean haveVersionsJumped(ClockReading own) {
    ClockReading last = state.last();
    if (last == null) {
      return false;
    }
    Duration passed = Duration.between(last.clock(), own.clock().minus(state.correction()));
    return !passed.isNegative() && last.age(own.version()).minus(passed).compareTo(JUMP) > 0;
  }

  /** What the process held for the time at its last heartbeat, and how much has passed since. */
  private Optional<Instant> expected(long version) {
    return Optional.ofNullable(state.last())
        .filter(last -> last.age(version).abs().compareTo(READING_KEPT) <= 0)
        .map(last -> last.at(version));
  }

  /**
   * The time of most of the clocks; empty where no more than half of them agree, as of one or two.
   */
  private static Optional<Instant> decided(Instant own, List<Instant> told) {
    List<Instant> all = new ArrayList<>(told);
    all.add(own);
    all.sort(null);
    Instant median = all.get((all.size() - 1) / 2);
    long agreeing = all.stream().filter(it -> !isBeyond(Duration.between(median, it))).count();
    return told.isEmpty() || 2 * agreeing <= all.size() ? Optional.empty() : Optional.of(median);
  }

  private static boolean isBeyond(Duration skew) {
    return skew.abs().compareTo(Clocks.STATED_SKEW) > 0;
  }
}
