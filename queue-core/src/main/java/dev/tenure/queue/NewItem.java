package dev.tenure.queue;

import dev.tenure.queue.trace.TraceContext;
import java.nio.charset.StandardCharsets;
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
 * @param group the ordered group it joins; empty for none
 */
public record NewItem(
    String type,
    int schemaVersion,
    ItemBody body,
    int priority,
    Duration delay,
    Optional<String> id,
    Optional<String> group) {

  /** Keys of state, index entry and body, and their conflict ranges, for a given id. */
  private static final int KEY_COPIES = 16;

  /** What looking for an item of a given id adds. */
  private static final int ID_KEY_COPIES = 2;

  /** What the records of a group add, and a follower's place in it. */
  private static final int GROUP_KEY_COPIES = 8;

  /** What a key holds besides: type of record or index, priority, vesting time. */
  private static final int KEY_REST_BYTES = 30;

  public NewItem {
    QueueLimits.checkName("work type", type, QueueLimits.TYPE_BYTES_MAX);
    QueueLimits.checkBetween("schemaVersion", schemaVersion, 1, 1_000_000);
    QueueLimits.checkBetween("priority", priority, 0, QueueLimits.PRIORITY_MAX);
    QueueLimits.checkBetween("delay", delay, Duration.ZERO, QueueLimits.DELAY_MAX);
    id.ifPresent(given -> QueueLimits.checkName("id", given, QueueLimits.ITEM_ID_BYTES_MAX));
    group.ifPresent(given -> QueueLimits.checkName("group", given, QueueLimits.GROUP_BYTES_MAX));
  }

  /**
   * About what enqueuing it takes of a transaction: its body, split over keys, and its key as often
   * as it is written or may conflict. Never less than what it does take, ids that will be drawn
   * included.
   *
   * @param keyBytes of what all keys of its zone begin with, the zone's name included
   */
  public int transactionBytes(int keyBytes) {
    int idBytes = id.map(given -> given.getBytes(StandardCharsets.UTF_8).length).orElse(20);
    int typeBytes = type.getBytes(StandardCharsets.UTF_8).length;
    int bodyBytes = body.size() + body.size() / 100;
    int copies = KEY_COPIES + (id.isPresent() ? ID_KEY_COPIES : 0);
    int itemBytes = bodyBytes + copies * (keyBytes + idBytes + KEY_REST_BYTES) + 4 * typeBytes;
    return itemBytes + group.map(name -> groupBytes(name, keyBytes, idBytes)).orElse(0);
  }

  private static int groupBytes(String name, int keyBytes, int idBytes) {
    int nameBytes = name.getBytes(StandardCharsets.UTF_8).length;
    return GROUP_KEY_COPIES * (keyBytes + nameBytes + idBytes + KEY_REST_BYTES);
  }

  /** An item to run at once at priority 8. */
  public static <P> NewItem of(WorkType<P> type, P payload) {
    ItemBody body =
        new ItemBody(type.codec().contentType(), type.codec().encode(payload), Map.of());
    return new NewItem(
        type.name(),
        type.schemaVersion(),
        body,
        8,
        Duration.ZERO,
        Optional.empty(),
        Optional.empty());
  }

  public NewItem withPriority(int newPriority) {
    return new NewItem(type, schemaVersion, body, newPriority, delay, id, group);
  }

  public NewItem withDelay(Duration newDelay) {
    return new NewItem(type, schemaVersion, body, priority, newDelay, id, group);
  }

  public NewItem withId(String newId) {
    return new NewItem(type, schemaVersion, body, priority, delay, Optional.of(newId), group);
  }

  public NewItem withAttributes(Map<String, String> attributes) {
    ItemBody newBody = new ItemBody(body.contentType(), body.payload(), attributes);
    return new NewItem(type, schemaVersion, newBody, priority, delay, id, group);
  }

  /**
   * In an ordered group of its zone, whose items run one after the other in the order of the
   * commits that enqueued them, and of the calls within one commit. The next one is handed out when
   * the one before it is completed, cancelled or set aside; while that is delayed, snoozed or
   * retried, it waits. The priority tells how the group competes with others once the item is at
   * its head, and nothing within the group.
   *
   * @param newGroup 1 to 256 bytes of UTF-8
   */
  public NewItem withGroup(String newGroup) {
    return new NewItem(type, schemaVersion, body, priority, delay, id, Optional.of(newGroup));
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
