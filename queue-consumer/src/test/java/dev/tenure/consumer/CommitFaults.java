package dev.tenure.consumer;

import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/** Faults that a test plants for a while. */
final class CommitFaults implements FaultInjector {
  private Function<CommitRequest, CommitFault> choice = request -> CommitFault.NONE;
  private Predicate<CommitRequest> slow = request -> false;
  private Duration slowness = Duration.ZERO;
  private Duration delay = Duration.ZERO;

  void plant(Function<CommitRequest, CommitFault> newChoice) {
    choice = newChoice;
  }

  /** Holds such commits back, before they are ordered. */
  void slow(Predicate<CommitRequest> commits, Duration newSlowness) {
    slow = commits;
    slowness = newSlowness;
  }

  void none() {
    choice = request -> CommitFault.NONE;
    slow = request -> false;
  }

  @Override
  public CommitFault beforeCommit(CommitRequest request) {
    delay = slow.test(request) ? slowness : Duration.ZERO;
    return choice.apply(request);
  }

  @Override
  public Duration commitDelay() {
    return delay;
  }
}
