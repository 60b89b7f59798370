package dev.tenure.spring.observe;

import dev.tenure.queue.pointer.VisitResult;

/** The values of the tag {@code result} of the meter {@code tenure.visits}. */
final class ResultNames implements VisitResult.Cases<String> {
  @Override
  public String taken(VisitResult.Taken taken) {
    return "taken";
  }

  @Override
  public String idle(VisitResult.Idle idle) {
    return "idle";
  }

  @Override
  public String collected(VisitResult.Collected collected) {
    return "collected";
  }

  @Override
  public String notVested(VisitResult.NotVested notVested) {
    return "not_vested";
  }

  @Override
  public String gone(VisitResult.Gone gone) {
    return "gone";
  }

  @Override
  public String conflict(VisitResult.Conflict conflict) {
    return "conflict";
  }

  @Override
  public String unable(VisitResult.Unable unable) {
    return "unable";
  }

  @Override
  public String failed(VisitResult.Failed failed) {
    return "failed";
  }
}
