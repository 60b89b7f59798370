package dev.tenure.queue;

import dev.tenure.queue.trace.TraceContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An item that is to be enqueued.
 *
 * @param type the name of its work type
 * @param schemaVersion the version of its payload
 * @param priority 0 to 15; items of lower numbers are taken first
 * @param delay the time from now until it may be taken; at most 3,650 days
 * @param id the item's id; empty draws a random one. Two items of one id in a zone are one item
 * @param group the ordered group that it joins; empty for none
 */
public record NewItem(
    String type,
    int schemaVersion,
    ItemBody body,
    int priority,
    Duration delay,
    Optional<String> id,
    Optional<String> group) {

  /**
   * The number of keys of an item that count towards a transaction: of state, index entry and body,
   * and of their conflict ranges.
   */
  private static final int KEY_COPIES = 16;

  /** The number of further keys that the search for an item with a given id adds. */
  private static final int ID_KEY_COPIES = 2;

  /** The number of further keys that the records of a group and a follower's position in it add. */
  private static final int GROUP_KEY_COPIES = 8;

  /** Bytes of a key beside zone and id: type of record or index, priority, vesting time. */
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
   * An upper bound on the bytes that the enqueue adds to its transaction: the body, split over
   * keys, and one key for each write and each conflict range. An id that is still to be drawn is
   * counted.
   *
   * @param keyBytes the length of the prefix that all keys of the zone have
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

  /** An item of priority 8 without delay, with a random id and no group. */
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
   * Puts the item into an ordered group of its zone.
   *
   * <ul>
   *   <li>Items of a group run one after the other, in the order of the commits that enqueued them
   *       and, within one commit, of the calls.
   *   <li>An item is handed out when the one before it has been completed, cancelled or set aside.
   *       While that one is delayed, snoozed or retried, the item waits.
   *   <li>The priority of the item at the head decides how its group competes with other work. It
   *       does not change the order within the group.
   * </ul>
   *
   * @param newGroup 1 to 256 bytes of UTF-8
   */
  public NewItem withGroup(String newGroup) {
    return new NewItem(type, schemaVersion, body, priority, delay, id, Optional.of(newGroup));
  }

  /**
   * Sets the trace context, in place of an earlier one.
   *
   * @throws IllegalArgumentException when the attributes get too large
   */
  public NewItem withTrace(TraceContext trace) {
    Map<String, String> attributes = new TreeMap<>(body.attributes());
    attributes.remove(TraceContext.TRACE_STATE);
    attributes.remove(TraceContext.BAGGAGE);
    attributes.putAll(trace.attributes());
    return withAttributes(attributes);
  }
}
