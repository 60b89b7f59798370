package dev.tenure.testkit.simulation;

import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Plants faults at the rates of a run, and counts the commits that reach the engine. */
final class SimulatedFaults implements FaultInjector {
  private final SimulationOptions.FaultRates rates;
  private final SplittableRandom random;
  private final EdgeCounts edges;
  private boolean on;
  private long commits;

  SimulatedFaults(SimulationOptions.FaultRates rates, SplittableRandom random, EdgeCounts edges) {
    this.rates = rates;
    this.random = random;
    this.edges = edges;
  }

  void set(boolean on) {
    this.on = on;
  }

  /** Runs something without faults, then goes on as before. */
  <T> T without(Supplier<T> action) {
    boolean before = on;
    on = false;
    try {
      return action.get();
    } finally {
      on = before;
    }
  }

  /** How many commits have come in, whatever became of them. */
  long commits() {
    return commits;
  }

  @Override
  public CommitFault beforeCommit(CommitRequest request) {
    commits++;
    if (!on) {
      return CommitFault.NONE;
    }
    if (hits(rates.conflict())) {
      edges.hit(Edge.CONFLICT_INJECTED);
      return CommitFault.NOT_COMMITTED;
    }
    if (hits(rates.tooOld())) {
      edges.hit(Edge.TOO_OLD_INJECTED);
      return CommitFault.TRANSACTION_TOO_OLD;
    }
    if (hits(rates.unknownApplied())) {
      edges.hit(Edge.UNKNOWN_APPLIED);
      return CommitFault.UNKNOWN_RESULT_APPLIED;
    }
    if (hits(rates.unknownNotApplied())) {
      edges.hit(Edge.UNKNOWN_NOT_APPLIED);
      return CommitFault.UNKNOWN_RESULT_NOT_APPLIED;
    }
    return CommitFault.NONE;
  }

  @Override
  public Duration commitDelay() {
    return delay(Edge.COMMIT_DELAYED);
  }

  @Override
  public Duration answerDelay() {
    return delay(Edge.ANSWER_DELAYED);
  }

  @Override
  public Duration readVersionDelay() {
    return delay(Edge.READ_VERSION_DELAYED);
  }

  private Duration delay(Edge edge) {
    if (!on || !hits(rates.delayed())) {
      return Duration.ZERO;
    }
    edges.hit(edge);
    return Duration.ofNanos(random.nextLong(rates.delayMax().toNanos() + 1));
  }

  private boolean hits(double rate) {
    return random.nextDouble() < rate;
  }
}
