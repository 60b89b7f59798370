package dev.tenure.testkit.engine;

import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Plants faults at given rates while it is on, and counts the commits that reach the engine. Used
 * by one thread.
 */
public final class EngineFaults implements FaultInjector {
  private static final int VERSIONS_PER_MILLI = 1_000;

  private final FaultRates rates;
  private final SplittableRandom random;
  private final Consumer<EngineFault> listener;
  private boolean on;
  private long commits;
  private Supplier<Duration> outage = () -> Duration.ZERO;

  /**
   * @param listener told of each fault planted
   */
  public EngineFaults(FaultRates rates, SplittableRandom random, Consumer<EngineFault> listener) {
    this.rates = rates;
    this.random = random;
    this.listener = listener;
  }

  /** They begin off. */
  public void set(boolean nowOn) {
    on = nowOn;
  }

  /** Runs something without faults, then goes on as before. */
  public <T> T without(Supplier<T> action) {
    boolean before = on;
    on = false;
    try {
      return action.get();
    } finally {
      on = before;
    }
  }

  /** How many commits have come in, whatever became of them. */
  public long commits() {
    return commits;
  }

  /** How long the engine will still give no read versions. */
  void setOutage(Supplier<Duration> left) {
    outage = left;
  }

  /** Something befell the engine that was not drawn here. */
  void tell(EngineFault fault) {
    listener.accept(fault);
  }

  @Override
  public CommitFault beforeCommit(CommitRequest request) {
    commits++;
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
    return delay(rates.delayed(), EngineFault.COMMIT_DELAYED);
  }

  @Override
  public Duration answerDelay() {
    return delay(rates.delayed(), EngineFault.ANSWER_DELAYED);
  }

  @Override
  public Duration readVersionDelay() {
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
