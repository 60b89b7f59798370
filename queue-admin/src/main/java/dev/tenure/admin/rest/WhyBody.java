package dev.tenure.admin.rest;

import dev.tenure.queue.explain.Explanation;
import dev.tenure.queue.inspect.ItemState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why an item has not run, as of one moment.
 *
 * @param state null when there is no such item
 * @param stackTrace null when none of its attempts has left one
 */
record WhyBody(
    Optional<ItemState> state,
    List<ReasonBody> reasons,
    Optional<StackTraceBody> stackTrace,
    long readVersion,
    Instant now) {

  static WhyBody of(Explanation explanation) {
    return new WhyBody(
        explanation.state(),
        ReasonBody.of(explanation),
        explanation.item().flatMap(item -> StackTraceBody.of(item.failures())),
        explanation.readVersion(),
        explanation.now());
  }
}
