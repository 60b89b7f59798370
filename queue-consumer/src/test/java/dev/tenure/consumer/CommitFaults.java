package dev.tenure.consumer;

import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector;
import java.util.function.Function;

/** Faults that a test plants for a while. */
final class CommitFaults implements FaultInjector {
  private Function<CommitRequest, CommitFault> choice = request -> CommitFault.NONE;

  void plant(Function<CommitRequest, CommitFault> newChoice) {
    choice = newChoice;
  }

  void none() {
    choice = request -> CommitFault.NONE;
  }

  @Override
  public CommitFault beforeCommit(CommitRequest request) {
    return choice.apply(request);
  }
}
