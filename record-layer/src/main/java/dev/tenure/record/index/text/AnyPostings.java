package dev.tenure.record.index.text;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** The records that at least one child has, with the positions of all children that have them. */
final class AnyPostings implements Postings {
  private final boolean reverse;
  private final List<Postings> children;
  private List<Step> steps = List.of();
  private Step found = Step.ended();

  AnyPostings(boolean reverse, List<Postings> children) {
    this.reverse = reverse;
    this.children = List.copyOf(children);
  }

  @Override
  public CompletableFuture<Step> advance(Bound bound) {
    return PostingSteps.all(children, bound).thenApply(this::nearest);
  }

  private Step nearest(List<Step> all) {
    steps = all;
    found = all.stream().filter(step -> !step.isEnded()).min(this::compare).orElseGet(Step::ended);
    return found;
  }

  /** A record comes before a child that has yet to look at it. */
  private int compare(Step left, Step right) {
    int order = left.bound().compareTo(right.bound(), reverse);
    return order != 0 ? order : left.kind().compareTo(right.kind());
  }

  @Override
  public int[] positions() {
    return IntStream.range(0, children.size())
        .filter(child -> steps.get(child).isFound())
        .filter(child -> steps.get(child).bound().compareTo(found.bound(), reverse) == 0)
        .mapToObj(child -> children.get(child).positions())
        .reduce(new int[0], PositionList::merge);
  }

  @Override
  public void close() {
    children.forEach(Postings::close);
  }
}
