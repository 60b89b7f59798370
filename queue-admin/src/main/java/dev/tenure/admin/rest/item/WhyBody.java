package dev.tenure.admin.rest.item;

import dev.tenure.queue.explain.Explanation;
import dev.tenure.queue.inspect.ItemState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The reasons why an item has not run, as of one moment.
 *
 * @param state the state of the item; null when there is no such item
 * @param stackTrace the stack trace of its newest failure that has one; null without one
 */
public record WhyBody(
    Optional<ItemState> state,
    List<ReasonBody> reasons,
    Optional<StackTraceBody> stackTrace,
    long readVersion,
    Instant now) {

  public static WhyBody of(Explanation explanation) {
    return new WhyBody(
        explanation.state(),
        ReasonBody.of(explanation),
        explanation.item().flatMap(item -> StackTraceBody.of(item.failures())),
        explanation.readVersion(),
        explanation.now());
  }
}
