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
 */
record WhyBody(Optional<ItemState> state, List<ReasonBody> reasons, long readVersion, Instant now) {

  static WhyBody of(Explanation explanation) {
    return new WhyBody(
        explanation.state(),
        ReasonBody.of(explanation),
        explanation.readVersion(),
        explanation.now());
  }
}
