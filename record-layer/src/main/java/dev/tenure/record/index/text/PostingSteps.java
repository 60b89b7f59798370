package dev.tenure.record.index.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Moves several postings together. */
final class PostingSteps {
  private PostingSteps() {}

  /** Moves all postings to a bound. Returns their steps, in the order of the postings. */
  static CompletableFuture<List<Step>> all(List<Postings> postings, Bound bound) {
    CompletableFuture<List<Step>> all = CompletableFuture.completedFuture(new ArrayList<>());
    for (Postings each : postings) {
      all =
          all.thenCombine(
              each.advance(bound),
              (steps, step) -> {
                steps.add(step);
                return steps;
              });
    }
    return all;
  }

  /** The bound that is last in the order of the scan. */
  static Bound farthest(List<Step> steps, boolean reverse) {
    return steps.stream()
        .map(Step::bound)
        .max((left, right) -> left.compareTo(right, reverse))
        .orElseThrow();
  }

  /** The key of the record of a bound. The bound must not be the start. */
  static byte[] record(Bound bound) {
    return Objects.requireNonNull(bound.key(), "record");
  }
}
