package dev.tenure.queue;

import dev.tenure.queue.trace.TraceContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Work to be enqueued.
 *
 * @param type the job type's name
 * @param priority 0 to 15, lower first
 * @param delay from now until it may run
 * @param id the item's id; empty draws a random one. The same id twice in a zone is one item
 */
public record NewItem(
    String type,
    int schemaVersion,
    ItemBody body,
    int priority,
    Duration delay,
    Optional<String> id) {

  public NewItem {
    QueueLimits.checkName("work type", type, QueueLimits.TYPE_BYTES_MAX);
    QueueLimits.checkBetween("schemaVersion", schemaVersion, 1, 1_000_000);
    QueueLimits.checkBetween("priority", priority, 0, QueueLimits.PRIORITY_MAX);
    QueueLimits.checkBetween("delay", delay, Duration.ZERO, QueueLimits.DELAY_MAX);
    id.ifPresent(given -> QueueLimits.checkName("id", given, QueueLimits.ITEM_ID_BYTES_MAX));
  }

  /** An item to run at once at priority 8. */
  public static <P> NewItem of(WorkType<P> type, P payload) {
    ItemBody body =
        new ItemBody(type.codec().contentType(), type.codec().encode(payload), Map.of());
    return new NewItem(type.name(), type.schemaVersion(), body, 8, Duration.ZERO, Optional.empty());
  }

  public NewItem withPriority(int newPriority) {
    return new NewItem(type, schemaVersion, body, newPriority, delay, id);
  }

  public NewItem withDelay(Duration newDelay) {
    return new NewItem(type, schemaVersion, body, priority, newDelay, id);
  }

  public NewItem withId(String newId) {
    return new NewItem(type, schemaVersion, body, priority, delay, Optional.of(newId));
  }

  public NewItem withAttributes(Map<String, String> attributes) {
    ItemBody newBody = new ItemBody(body.contentType(), body.payload(), attributes);
    return new NewItem(type, schemaVersion, newBody, priority, delay, id);
  }

  /**
   * With the trace that caused it, in place of any it had.
   *
   * @throws IllegalArgumentException when the attributes are too large with it
   */
  public NewItem withTrace(TraceContext trace) {
    Map<String, String> attributes = new TreeMap<>(body.attributes());
    attributes.remove(TraceContext.TRACE_STATE);
    attributes.remove(TraceContext.BAGGAGE);
    attributes.putAll(trace.attributes());
    return withAttributes(attributes);
  }
}
