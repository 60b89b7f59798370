package dev.tenure.queue.pointer;

import com.apple.foundationdb.FDBException;
import dev.tenure.queue.Clocks;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Corrects this process's clock by the clocks of the consumers (docs/queue-protocol.md, "Clocks").
 * Each heartbeat on a cluster compares them; read versions tell how long ago the others read their
 * clocks. A clock that is off by up to {@link Clocks#STATED_SKEW} is used as it is. Beyond that,
 * the process uses the time of the majority. The clusters of a deployment share the correction
 * ({@link #share}). Thread-safe.
 */
public final class ClusterTime {
  private volatile ProcessTime process;
  private volatile Duration lead = Duration.ZERO;
  private volatile boolean compares;

  /**
   * @param clock the clock of the process, uncorrected
   */
  public ClusterTime(InstantSource clock) {
    this.process = new ProcessTime(clock);
  }

  /**
   * From now on the clock is corrected together with that of another cluster of this process. What
   * earlier heartbeats on this cluster told is forgotten.
   */
  public void share(ClusterTime other) {
    ProcessTime was = process;
    ProcessTime shared = other.process;
    if (shared != was) {
      shared.takeListeners(was);
      process = shared;
    }
  }

  /** The process's clock without the correction. */
  public Instant uncorrected() {
    return process.uncorrected();
  }

  /** What this process goes by when its clock shows the given time. */
  public Instant corrected(Instant shown) {
    return shown.minus(process.correction());
  }

  /**
   * The time by which the process's clock is ahead of the consumers' time; negative when it is
   * behind.
   */
  public Duration skew() {
    return process.skew();
  }

  /** Whether the process's clock is off by more than {@link Clocks#STATED_SKEW}. */
  public boolean isBeyondSkew() {
    return !process.correction().isZero();
  }

  /**
   * The time by which the corrected clock is ahead of the slowest sound clock of a consumer of this
   * cluster. A pointer that all consumers must see at once is written to vest this much earlier.
   */
  public Duration lead() {
    return lead;
  }

  void leads(Duration by) {
    lead = by;
    compares = true;
  }

  /**
   * Whether the corrected clock is ahead of another consumer's by more than two sound clocks can be
   * apart. Then no majority tells which of the two is right, and a pointer that sleeps by this
   * clock would hide its zone from the other consumer.
   */
  public boolean isDisputed() {
    return lead.compareTo(Clocks.APART_MAX) > 0;
  }

  /**
   * Whether this process has just begun, and its clock or another's is wrong, but no majority tells
   * which. The clock that counts against the majority may be that of this process before its
   * restart, which counts for ten seconds; until then the process should begin nothing.
   */
  public boolean isWaiting() {
    return process.isWaiting();
  }

  /** The given clock of this process, corrected while it is off by more than the stated skew. */
  public InstantSource corrected(InstantSource other) {
    return () -> process.corrected(other.instant());
  }

  /** Calls the listener when the correction changes, with the change; negative for backward. */
  public void onMove(Consumer<Duration> listener) {
    process.onMove(listener);
  }

  /**
   * Takes the clocks of a heartbeat. The process then uses the first of these that is available:
   *
   * <ol>
   *   <li>the time of the majority, if more than half of the clocks agree; the clocks that the last
   *       heartbeats on the other clusters told count as well, each consumer once;
   *   <li>the time that this process expected, so that a step of its clock is not followed;
   *   <li>its own clock, corrected as before.
   * </ol>
   *
   * <p>Without a majority the lead is measured over the slowest of all clocks, sound or not, so
   * that a process that is ahead hides no work from the others.
   *
   * @param own the process's clock, uncorrected
   * @param others the clocks of the cluster's other live consumers, uncorrected, by their ids
   */
  public void learn(ClockReading own, Map<String, ClockReading> others) {
    learn(own, others, Map.of(), List.of());
  }

  /**
   * As {@link #learn(ClockReading, Map)}. A consumer that began, with the same clock, after another
   * one was last heard of may be that one after a restart, and then only the later one counts.
   *
   * @param startedAt when the other consumers began, by their clocks and ids
   * @param former the clocks of consumers that have not been heard of lately. They count only for
   *     {@link #isWaiting}: when the cluster was away, they may be live
   */
  public void learn(
      ClockReading own,
      Map<String, ClockReading> others,
      Map<String, Instant> startedAt,
      Collection<ClockReading> former) {
    process.learn(this, own, others, startedAt, former);
  }

  /**
   * Whether the clock has stepped ahead since the last heartbeat by more than {@link
   * Clocks#STATED_SKEW}, as a transaction's read version shows. From then on the clock is
   * corrected; the transaction itself must write nothing, since its time is wrong.
   *
   * @param now the corrected clock when the transaction began
   */
  boolean hasStepped(Instant now, long version) {
    return process.hasStepped(this, now, version);
  }

  /**
   * Makes the commit fail as after a conflict if the clock stepped ahead before the transaction
   * began: otherwise it would write leases and vesting times in the future. The next attempt has
   * the corrected time. Costs nothing in a process that has sent no heartbeat, since such a process
   * has no other clocks to compare with.
   */
  public void guard(RecordContext context) {
    if (compares) {
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
}
