package dev.tenure.record.index.text;

import dev.tenure.record.async.AsyncLoop;
import java.util.concurrent.CompletableFuture;

/** The records of one child that another child does not have. */
final class ExceptPostings implements Postings {
  private final TextPlace place;
  private final Postings postings;
  private final Postings others;
  private Step last = Step.stopped(Bound.start());

  ExceptPostings(TextPlace place, Postings postings, Postings others) {
    this.place = place;
    this.postings = postings;
    this.others = others;
  }

  @Override
  public CompletableFuture<Step> advance(Bound bound) {
    if (last.isFound() && last.bound().compareTo(bound, place.isReverse()) >= 0) {
      return CompletableFuture.completedFuture(last);
    }
    last = Step.stopped(bound);
    return AsyncLoop.whileTrue(() -> move(bound)).thenApply(nothing -> last);
  }

  /**
   * Moves to the next record, and the excluded postings to the same record. Returns whether another
   * step follows.
   */
  private CompletableFuture<Boolean> move(Bound begin) {
    boolean first = last.bound() == begin;
    if (!first && place.budget().requireOrReached().isPresent()) {
      return CompletableFuture.completedFuture(false);
    }
    return postings
        .advance(last.bound())
        .thenCompose(
            step -> {
              last = step;
              return step.isFound()
                  ? others.advance(step.bound()).thenApply(this::isExcluded)
                  : CompletableFuture.completedFuture(false);
            });
  }

  /** Others that have stopped have looked at the record: they get beyond the bound. */
  private boolean isExcluded(Step other) {
    Bound record = last.bound();
    if (other.isFound() && other.bound().compareTo(record, place.isReverse()) == 0) {
      last = Step.stopped(Bound.behind(PostingSteps.record(record)));
      return true;
    }
    return false;
  }

  @Override
  public int[] positions() {
    return postings.positions();
  }

  @Override
  public void close() {
    postings.close();
    others.close();
  }
}
