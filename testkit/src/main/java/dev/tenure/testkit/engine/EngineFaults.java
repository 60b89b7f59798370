package dev.tenure.testkit.engine;

import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Plants faults at given rates while it is switched on, and counts the commits that reach the
 * engine. Used by one thread.
 */
public final class EngineFaults implements FaultInjector {
  private static final int VERSIONS_PER_MILLI = 1_000;

  private FaultRates rates;
  private final SplittableRandom random;
  private final Consumer<EngineFault> listener;
  private CommitHold hold = CommitHold.NONE;
  private Duration held = Duration.ZERO;
  private boolean on;
  private boolean bypassed;
  private long commits;
  private long readVersions;
  private Supplier<Duration> outage = () -> Duration.ZERO;

  /**
   * Faults that are switched off at first.
   *
   * @param listener receives each planted fault
   */
  public EngineFaults(FaultRates rates, SplittableRandom random, Consumer<EngineFault> listener) {
    this.rates = rates;
    this.random = random;
    this.listener = listener;
  }

  /** Switches the faults on or off. */
  public void set(boolean nowOn) {
    on = nowOn;
  }

  /** Replaces the rates. No commit is held back from now on. */
  public void use(FaultRates newRates) {
    rates = newRates;
    hold = CommitHold.NONE;
  }

  /** Also holds commits back, while the faults are on. */
  public void holding(CommitHold newHold) {
    hold = newHold;
  }

  /** Runs an action without faults; afterwards faults occur as before. */
  public <T> T without(Supplier<T> action) {
    boolean wasOn = on;
    boolean wasBypassed = bypassed;
    on = false;
    bypassed = true;
    try {
      return action.get();
    } finally {
      on = wasOn;
      bypassed = wasBypassed;
    }
  }

  /** The number of commits that have arrived, with any result. */
  public long commits() {
    return commits;
  }

  /** The number of requested read versions, except those within {@link #without}. */
  public long readVersions() {
    return readVersions;
  }

  /**
   * @param left gives the time for which the engine gives no read version from now on
   */
  void setOutage(Supplier<Duration> left) {
    outage = left;
  }

  /** Passes a fault to the listener that was not drawn here. */
  void tell(EngineFault fault) {
    listener.accept(fault);
  }

  @Override
  public CommitFault beforeCommit(CommitRequest request) {
    commits++;
    held = on ? hold.before(request) : Duration.ZERO;
    if (planted(rates.conflict(), EngineFault.CONFLICT_INJECTED)) {
      return CommitFault.NOT_COMMITTED;
    }
    if (planted(rates.tooOld(), EngineFault.TOO_OLD_INJECTED)) {
      return CommitFault.TRANSACTION_TOO_OLD;
    }
    if (planted(rates.unknownApplied(), EngineFault.UNKNOWN_APPLIED)) {
      return CommitFault.UNKNOWN_RESULT_APPLIED;
    }
    if (planted(rates.unknownNotApplied(), EngineFault.UNKNOWN_NOT_APPLIED)) {
      return CommitFault.UNKNOWN_RESULT_NOT_APPLIED;
    }
    return CommitFault.NONE;
  }

  @Override
  public Duration commitDelay() {
    if (!held.isZero()) {
      listener.accept(EngineFault.COMMIT_HELD);
    }
    return held.plus(delay(rates.delayed(), EngineFault.COMMIT_DELAYED));
  }

  @Override
  public Duration answerDelay() {
    return delay(rates.delayed(), EngineFault.ANSWER_DELAYED);
  }

  @Override
  public Duration readVersionDelay() {
    readVersions += bypassed ? 0 : 1;
    Duration left = on ? outage.get() : Duration.ZERO;
    return left.plus(delay(rates.delayed(), EngineFault.READ_VERSION_DELAYED));
  }

  @Override
  public long readVersionLag() {
    return planted(rates.lagging(), EngineFault.READ_VERSION_LAGGED)
        ? random.nextLong(rates.delayMax().toMillis() * VERSIONS_PER_MILLI + 1)
        : 0;
  }

  Duration readDelay() {
    return delay(rates.readDelayed(), EngineFault.READ_DELAYED);
  }

  boolean losesWatch() {
    return planted(rates.watchLost(), EngineFault.WATCH_LOST);
  }

  Duration watchDelay() {
    return delay(rates.delayed(), EngineFault.WATCH_DELAYED);
  }

  private Duration delay(double rate, EngineFault fault) {
    return planted(rate, fault)
        ? Duration.ofNanos(random.nextLong(rates.delayMax().toNanos() + 1))
        : Duration.ZERO;
  }

  private boolean planted(double rate, EngineFault fault) {
    if (!on || rate == 0 || random.nextDouble() >= rate) {
      return false;
    }
    listener.accept(fault);
    return true;
  }
}
