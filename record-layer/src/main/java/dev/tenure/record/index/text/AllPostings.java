package dev.tenure.record.index.text;

import dev.tenure.record.async.AsyncLoop;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * The records that all children have, with positions that fit together. Each child is moved to the
 * farthest record of all children, until all are at the same record.
 */
final class AllPostings implements Postings {
  private final TextPlace place;
  private final List<Postings> children;
  private final Predicate<List<Postings>> fits;
  private Step last = Step.stopped(Bound.start());

  AllPostings(TextPlace place, List<Postings> children, Predicate<List<Postings>> fits) {
    this.place = place;
    this.children = List.copyOf(children);
    this.fits = fits;
  }

  @Override
  public CompletableFuture<Step> advance(Bound bound) {
    if (last.bound().compareTo(bound, place.isReverse()) < 0 || !last.isFound()) {
      last = Step.stopped(bound);
      return AsyncLoop.whileTrue(() -> leap(bound)).thenApply(nothing -> last);
    }
    return CompletableFuture.completedFuture(last);
  }

  /**
   * Moves all children to the key that the last step has reached. Returns whether another step
   * follows.
   */
  private CompletableFuture<Boolean> leap(Bound begin) {
    boolean first = last.bound() == begin;
    if (!first && place.budget().requireOrReached().isPresent()) {
      return CompletableFuture.completedFuture(false);
    }
    return PostingSteps.all(children, last.bound()).thenApply(this::leapt);
  }

  private boolean leapt(List<Step> steps) {
    if (steps.stream().anyMatch(Step::isEnded)) {
      last = Step.ended();
      return false;
    }
    Bound farthest = PostingSteps.farthest(steps, place.isReverse());
    if (!steps.stream().allMatch(Step::isFound)) {
      last = Step.stopped(farthest);
      return false;
    }
    boolean together =
        steps.stream().allMatch(step -> step.bound().compareTo(farthest, place.isReverse()) == 0);
    if (together && fits.test(children)) {
      last = new Step(Step.Kind.FOUND, farthest);
      return false;
    }
    last = Step.stopped(together ? Bound.behind(PostingSteps.record(farthest)) : farthest);
    return true;
  }

  @Override
  public int[] positions() {
    throw new IllegalStateException("records of several tokens have no positions of their own");
  }

  @Override
  public void close() {
    children.forEach(Postings::close);
  }
}
