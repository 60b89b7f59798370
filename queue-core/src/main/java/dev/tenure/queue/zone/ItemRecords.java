package dev.tenure.queue.zone;

import com.google.protobuf.ByteString;
import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Converts stored messages into the values of the API. */
final class ItemRecords {

  private ItemRecords() {}

  static QueueItem message(StoredRecord stored) {
    return (QueueItem) stored.message();
  }

  static WorkItem workItem(QueueItem item, Optional<ItemBody> apart) {
    String where = describe(item.getZone(), item.getId());
    return new WorkItem(
        item.getZone(),
        item.getId(),
        item.getType(),
        item.getSchemaVersion(),
        item.getPriority(),
        Instant.ofEpochMilli(item.getVestingMillis()),
        lease(item),
        item.getLeasedBy().isEmpty() ? Optional.empty() : Optional.of(item.getLeasedBy()),
        item.getLeaseCount(),
        item.getAttemptCount(),
        item.getErrorCount(),
        Instant.ofEpochMilli(item.getEnqueuedMillis()),
        item.getBodySize(),
        item.getGroup().isEmpty() ? Optional.empty() : Optional.of(item.getGroup()),
        item.hasBody() ? Optional.of(body(item.getBody(), where)) : apart);
  }

  static Optional<Lease> lease(QueueItem item) {
    if (item.getLeaseId().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Lease(
            leaseId(item),
            Instant.ofEpochMilli(item.getVestingMillis()),
            Duration.ofMillis(item.getLeaseMillis()),
            item.getLeaseVersion()));
  }

  /** The id of the item's last lease. */
  static LeaseId leaseId(QueueItem item) {
    try {
      return LeaseId.of(item.getLeaseId().toByteArray());
    } catch (IllegalArgumentException e) {
      throw corrupt(describe(item.getZone(), item.getId()), e);
    }
  }

  /** The name of an item in errors. */
  static String describe(String zone, String id) {
    return "item " + id + " of zone " + zone;
  }

  private static QueueException corrupt(String where, IllegalArgumentException e) {
    return new QueueException(QueueException.Code.CORRUPT, where + ": " + e.getMessage(), e);
  }

  /**
   * Decodes a stored body.
   *
   * @param where names the item in errors
   * @throws QueueException FORMAT_UNKNOWN or CORRUPT
   */
  static ItemBody body(dev.tenure.queue.proto.ItemBody stored, String where) {
    ContentType contentType =
        switch (stored.getContentType()) {
          case RAW -> ContentType.RAW;
          case PROTOBUF -> ContentType.PROTOBUF;
          case JSON -> ContentType.JSON;
          case UNRECOGNIZED ->
              throw new QueueException(
                  QueueException.Code.FORMAT_UNKNOWN,
                  where + ": content type " + stored.getContentTypeValue() + " is not known here");
        };
    try {
      return new ItemBody(
          contentType, stored.getPayload().toByteArray(), stored.getAttributesMap());
    } catch (IllegalArgumentException e) {
      throw corrupt(where, e);
    }
  }

  private static dev.tenure.queue.proto.ContentType stored(ContentType contentType) {
    return switch (contentType) {
      case RAW -> dev.tenure.queue.proto.ContentType.RAW;
      case PROTOBUF -> dev.tenure.queue.proto.ContentType.PROTOBUF;
      case JSON -> dev.tenure.queue.proto.ContentType.JSON;
    };
  }

  static dev.tenure.queue.proto.ItemBody stored(ItemBody body) {
    dev.tenure.queue.proto.ItemBody.Builder stored =
        dev.tenure.queue.proto.ItemBody.newBuilder()
            .setContentType(stored(body.contentType()))
            .setPayload(ByteString.copyFrom(body.payload()));
    if (!body.attributes().isEmpty()) {
      stored.putAllAttributes(body.attributes());
    }
    return stored.build();
  }
}
