package dev.tenure.queue.pointer;

import com.apple.foundationdb.FDBException;
import dev.tenure.queue.Clocks;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.FdbErrorPredicates;
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
 * Corrects this process's clock by the clocks of the cluster's consumers (docs/queue-protocol.md,
 * "Clocks"). Each heartbeat compares them; read versions tell how long ago the others read their
 * clocks. A clock that is off by up to {@link Clocks#STATED_SKEW} is used as it is. Beyond that,
 * the process uses the time of the majority. Thread-safe.
 */
public final class ClusterTime {
  /**
   * Older readings are ignored, since their consumers may have stopped. At most the stated skew: a
   * jump of versions, as after a recovery of the database, then makes no clock seem wrong.
   */
  private static final Duration READING_KEPT = Duration.ofSeconds(10);

  /**
   * The time for which the process's own last heartbeat tells what its clock should show. Longer
   * than the longest interval of heartbeats and the time that one takes.
   */
  private static final Duration OWN_READING_KEPT = Duration.ofSeconds(15);

  /** The most that two clocks within the stated skew can be apart. */
  private static final Duration APART_MAX = Clocks.STATED_SKEW.multipliedBy(2);

  /** Between two heartbeats, versions and a sound clock differ by less than this. */
  private static final Duration JUMP = Duration.ofSeconds(2);

  private final InstantSource clock;
  private final List<Consumer<Duration>> movers = new CopyOnWriteArrayList<>();
  private volatile Instant latest = Instant.MIN.plus(Clocks.STATED_SKEW);
  private volatile State state = new State(Duration.ZERO, Duration.ZERO, Duration.ZERO, null);

  /**
   * The result of the last heartbeat.
   *
   * @param skew how far the process's clock is ahead of the consumers' time; negative when behind
   * @param correction the time that is subtracted from the process's clock
   * @param lead how far the corrected clock is ahead of the slowest sound clock
   * @param last the corrected clock at that heartbeat
   */
  private record State(
      Duration skew, Duration correction, Duration lead, @Nullable ClockReading last) {}

  /**
   * @param clock the clock of the process, uncorrected
   */
  public ClusterTime(InstantSource clock) {
    this.clock = clock;
  }

  /** The process's clock without the correction. */
  public Instant uncorrected() {
    return clock.instant();
  }

  /**
   * The time by which the process's clock is ahead of the consumers' time; negative when it is
   * behind.
   */
  public Duration skew() {
    return state.skew();
  }

  /** Whether the process's clock is off by more than {@link Clocks#STATED_SKEW}. */
  public boolean isBeyondSkew() {
    return !state.correction().isZero();
  }

  /**
   * The time by which the corrected clock is ahead of the slowest sound clock of a consumer. A
   * pointer that all consumers must see at once is written to vest this much earlier.
   */
  public Duration lead() {
    return state.lead();
  }

  /**
   * Whether the corrected clock is ahead of another consumer's by more than two sound clocks can be
   * apart. Then no majority tells which of the two is right, and a pointer that sleeps by this
   * clock would hide its zone from the other consumer.
   */
  public boolean isDisputed() {
    return state.lead().compareTo(APART_MAX) > 0;
  }

  /** The given clock of this process, corrected while it is off by more than the stated skew. */
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

  /** Calls the listener when the correction changes, with the change; negative for backward. */
  public void onMove(Consumer<Duration> listener) {
    movers.add(listener);
  }

  /** Goes on from the time before the step, until a heartbeat tells which time is right. */
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
   * Takes the clocks of a heartbeat. The process then uses the first of these that is available:
   *
   * <ol>
   *   <li>the time of the majority, if more than half of the clocks agree ({@link #decided});
   *   <li>the time that this process expected, so that a step of its clock is not followed;
   *   <li>its own clock, if it has just started.
   * </ol>
   *
   * <p>Without a majority the lead is measured over the slowest of all clocks, sound or not, so
   * that a process that is ahead hides no work from the others.
   *
   * @param own the process's clock, uncorrected
   * @param others the clocks of the other live consumers, uncorrected
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
   * Whether the clock has stepped ahead since the last heartbeat by more than {@link
   * Clocks#STATED_SKEW}, as a transaction's read version shows. From then on the clock is
   * corrected; the transaction itself must write nothing, since its time is wrong.
   *
   * @param now the corrected clock when the transaction began
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
   * Makes the commit fail as after a conflict if the clock stepped ahead before the transaction
   * began: otherwise it would write leases and vesting times in the future. The next attempt has
   * the corrected time. Costs nothing in a process that has sent no heartbeat, since such a process
   * has no other clocks to compare with.
   */
  public void guard(RecordContext context) {
    if (state.last() != null) {
      context.addCommitCheck(() -> context.readVersion().thenAccept(it -> refuse(context, it)));
    }
  }

  private void refuse(RecordContext context, long version) {
    if (hasStepped(context.now(), version)) {
      throw new FDBException(
          "the clock stepped ahead before " + context.name() + " began at " + context.now(),
          FdbErrorPredicates.NOT_COMMITTED);
    }
  }

  /**
   * Whether versions advanced by more than the clock did, while the clock did not go back. Earlier
   * readings then cannot be compared with this one.
   */
  private boolean haveVersionsJumped(ClockReading own) {
    ClockReading last = state.last();
    if (last == null) {
      return false;
    }
    Duration passed = Duration.between(last.clock(), own.clock().minus(state.correction()));
    return !passed.isNegative() && last.age(own.version()).minus(passed).compareTo(JUMP) > 0;
  }

  /** The time at the last heartbeat, plus the time that has passed since by versions. */
  private Optional<Instant> expected(long version) {
    return Optional.ofNullable(state.last())
        .filter(last -> last.age(version).abs().compareTo(OWN_READING_KEPT) <= 0)
        .map(last -> last.at(version));
  }

  /**
   * The median of all clocks, if it is the time of the majority. Two sound clocks may be apart by
   * twice the stated skew; of three or more clocks, it is therefore enough when most of them are
   * that close to the median. Of two, nobody knows which is right.
   */
  private static Optional<Instant> decided(Instant own, List<Instant> told) {
    List<Instant> all = new ArrayList<>(told);
    all.add(own);
    all.sort(null);
    Instant median = all.get((all.size() - 1) / 2);
    boolean most =
        !told.isEmpty()
            && (areMostWithin(Clocks.STATED_SKEW, median, all)
                || (all.size() > 2 && areMostWithin(APART_MAX, median, all)));
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
