package dev.tenure.queue.zone;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.version;

import com.google.protobuf.Message;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueGroup;
import dev.tenure.queue.proto.QueueGroupHead;
import dev.tenure.queue.proto.QueueHistory;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.QueueTombstone;
import dev.tenure.queue.proto.QueueTombstoneBucket;
import dev.tenure.queue.proto.QueueZoneSettings;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.MetaDataPart;
import dev.tenure.record.metadata.RecordMetaData;

/**
 * The record types and indexes of queue zones. Every store with zones includes {@link #part()} in
 * its metadata. An item's record is one key, so that its state is one point read; a value index
 * orders the items of a zone by (priority, vesting), and a count index counts them by type. {@link
 * #searchable()} has two more indexes, for lists in the order of time.
 */
public final class QueueSchema implements MetaDataPart {
  /** From this content format on, a store may have leases of visits (docs/lease-rows.md). */
  public static final int VISIT_LEASES_FORMAT = 1;

  static final String ITEM = "QueueItem";
  static final String BODY = "QueueBody";
  static final String HISTORY = "QueueHistory";
  static final String DEAD_LETTER = "QueueDeadLetter";
  static final String SETTINGS = "QueueZoneSettings";
  static final String FOLLOWER = "QueueFollower";
  static final String GROUP = "QueueGroup";
  static final String GROUP_HEAD = "QueueGroupHead";
  static final String TOMBSTONE = "QueueTombstone";
  static final String TOMBSTONE_BUCKET = "QueueTombstoneBucket";

  public static final String VESTING_INDEX = "tenure-vesting";
  public static final String COUNT_INDEX = "tenure-count";
  static final String DEAD_COUNT_INDEX = "tenure-dead-count";
  static final String GROUP_ORDER_INDEX = "tenure-group-order";
  public static final String FOLLOWER_COUNT_INDEX = "tenure-follower-count";
  static final String ENQUEUED_INDEX = "tenure-enqueued";
  static final String DEAD_AT_INDEX = "tenure-dead-at";

  /** Record type keys and index keys of 1,000 to 1,099 belong to the queue. */
  private static final int TYPE_KEY_BASE = 1_000;

  private static final int INDEX_KEY_BASE = 1_000;

  private static final QueueSchema PART = new QueueSchema(false);
  private static final QueueSchema SEARCHABLE = new QueueSchema(true);

  private final boolean isSearchable;

  private QueueSchema(boolean isSearchable) {
    this.isSearchable = isSearchable;
  }

  public static MetaDataPart part() {
    return PART;
  }

  /**
   * As {@link #part()}, with two more indexes: items by the time of their enqueue, and dead letters
   * by the time at which they were set aside. Filters and orders on {@code enqueuedAt} and {@code
   * setAsideAt} then read only the items that they return. Each item costs one more key at its
   * enqueue and one at its end. Leases cost no more.
   */
  public static MetaDataPart searchable() {
    return SEARCHABLE;
  }

  @Override
  public void addTo(RecordMetaData.Builder builder) {
    addType(builder, QueueItem.getDefaultInstance(), 0, RecordLayout.SINGLE_KEY);
    addType(builder, QueueBody.getDefaultInstance(), 1, RecordLayout.SPLIT);
    addType(builder, QueueHistory.getDefaultInstance(), 2, RecordLayout.SPLIT);
    addType(builder, QueueDeadLetter.getDefaultInstance(), 3, RecordLayout.SPLIT);
    builder.recordType(
        QueueZoneSettings.getDefaultInstance(),
        type ->
            type.typeKey(TYPE_KEY_BASE + 4)
                .primaryKey(field("zone"))
                .layout(RecordLayout.SINGLE_KEY));
    builder.recordType(
        QueueTombstone.getDefaultInstance(),
        type ->
            type.typeKey(TYPE_KEY_BASE + 10)
                .primaryKey(concat(field("zone"), field("bucket_millis"), field("id")))
                .layout(RecordLayout.SINGLE_KEY));
    builder.recordType(
        QueueTombstoneBucket.getDefaultInstance(),
        type ->
            type.typeKey(TYPE_KEY_BASE + 11)
                .primaryKey(concat(field("zone"), field("bucket_millis")))
                .layout(RecordLayout.SINGLE_KEY));
    builder.index(
        ITEM,
        Index.value(
                VESTING_INDEX, concat(field("zone"), field("priority"), field("vesting_millis")))
            .covering(concat(field("type"), field("body_size"), field("schema_version")))
            .subspaceKey(INDEX_KEY_BASE));
    builder.index(
        ITEM,
        Index.count(COUNT_INDEX, concat(field("zone"), field("type")))
            .clearWhenZero()
            .subspaceKey(INDEX_KEY_BASE + 1));
    builder.index(
        DEAD_LETTER,
        Index.count(DEAD_COUNT_INDEX, concat(field("zone"), field("type")))
            .clearWhenZero()
            .subspaceKey(INDEX_KEY_BASE + 2));
    addGroups(builder);
    if (isSearchable) {
      builder.index(
          ITEM,
          Index.value(ENQUEUED_INDEX, concat(field("zone"), field("enqueued_millis")))
              .subspaceKey(INDEX_KEY_BASE + 5));
      builder.index(
          DEAD_LETTER,
          Index.value(DEAD_AT_INDEX, concat(field("zone"), field("at_millis")))
              .subspaceKey(INDEX_KEY_BASE + 6));
    }
  }

  /** Ordered groups: their followers in the order of the commits, their heads, their names. */
  private static void addGroups(RecordMetaData.Builder builder) {
    builder.recordType(
        QueueFollower.getDefaultInstance(),
        type ->
            type.typeKey(TYPE_KEY_BASE + 5)
                .primaryKey(concat(field("zone"), field("id")))
                .layout(RecordLayout.SPLIT)
                .versioned());
    addGroupType(builder, QueueGroup.getDefaultInstance(), 6);
    addGroupType(builder, QueueGroupHead.getDefaultInstance(), 7);
    builder.index(
        FOLLOWER,
        Index.version(
                GROUP_ORDER_INDEX, concat(field("zone"), field("group"), incarnation(), version()))
            .subspaceKey(INDEX_KEY_BASE + 3));
    builder.index(
        FOLLOWER,
        Index.count(FOLLOWER_COUNT_INDEX, concat(field("zone"), nest("item", field("type"))))
            .clearWhenZero()
            .subspaceKey(INDEX_KEY_BASE + 4));
  }

  private static void addGroupType(RecordMetaData.Builder builder, Message prototype, int offset) {
    builder.recordType(
        prototype,
        type ->
            type.typeKey(TYPE_KEY_BASE + offset)
                .primaryKey(concat(field("zone"), field("group")))
                .layout(RecordLayout.SINGLE_KEY));
  }

  private static void addType(
      RecordMetaData.Builder builder, Message prototype, int offset, RecordLayout layout) {
    builder.recordType(
        prototype,
        type ->
            type.typeKey(TYPE_KEY_BASE + offset)
                .primaryKey(concat(field("zone"), field("id")))
                .layout(layout));
  }
}
