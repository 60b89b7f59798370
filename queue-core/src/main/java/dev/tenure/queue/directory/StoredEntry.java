package dev.tenure.queue.directory;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantMark;
import dev.tenure.queue.proto.DirectoryAttribute;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.protocol.Content;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An entry in its stored form.
 *
 * @param record the data record as it was read. A write succeeds only if the record is unchanged
 */
record StoredEntry(DataRecord record, DirectoryEntry value) {

  /** The primary key of a tenant's entry. Only keys of tenants contain a slash. */
  static PrimaryKey key(TenantId tenant) {
    return new PrimaryKey(
        tenant.application().replace("%", "%25").replace("/", "%2F") + "/" + tenant.user());
  }

  static boolean isOfTenant(PrimaryKey key) {
    return key.value().indexOf('/') > 0 && !key.isReserved();
  }

  /** The tenant of a primary key. */
  static TenantId tenant(String key) {
    int slash = key.indexOf('/');
    if (slash < 1) {
      throw new IllegalArgumentException("a key of " + key.length() + " characters has no tenant");
    }
    return new TenantId(
        key.substring(0, slash).replace("%2F", "/").replace("%25", "%"), key.substring(slash + 1));
  }

  static StoredEntry of(DataRecord record) {
    try {
      DirectoryEntry value = DirectoryEntry.parseFrom(record.value());
      if (value.getState() == DirectoryEntry.State.UNRECOGNIZED) {
        throw new QueueException(
            Code.FORMAT_UNKNOWN,
            "the directory's entry "
                + record.key()
                + " has state "
                + value.getStateValue()
                + ", known are 0 to 3");
      }
      return new StoredEntry(record, value);
    } catch (InvalidProtocolBufferException e) {
      throw new QueueException(
          Code.CORRUPT,
          "the directory's entry " + record.key() + " cannot be read: " + e.getMessage(),
          e);
    }
  }

  TenantState state() {
    return switch (value.getState()) {
      case CREATING -> TenantState.CREATING;
      case ACTIVE -> TenantState.ACTIVE;
      case SUSPENDED -> TenantState.SUSPENDED;
      case DELETING -> TenantState.DELETING;
      case UNRECOGNIZED -> throw new IllegalStateException("state of " + record.key());
    };
  }

  /** The state that the mark of the tenant's store has when it agrees with this entry. */
  TenantMark.State markState() {
    return state() == TenantState.SUSPENDED ? TenantMark.State.SUSPENDED : TenantMark.State.OPEN;
  }

  boolean isOn(QueueCluster cluster) {
    return value.getCluster().equals(cluster.name());
  }

  long life() {
    return value.getLife();
  }

  TenantId tenant() {
    return tenant(record.key().value());
  }

  TenantEntry toEntry() {
    return new TenantEntry(
        tenant(),
        state(),
        value.getCluster(),
        value.getLife(),
        value.getIncarnation(),
        Instant.ofEpochMilli(value.getCreatedMillis()),
        Instant.ofEpochMilli(value.getStateMillis()),
        value.getReason(),
        details());
  }

  TenantDetails details() {
    Map<String, String> attributes = new TreeMap<>();
    value.getAttributesList().forEach(each -> attributes.put(each.getName(), each.getValue()));
    return new TenantDetails(value.getDisplayName(), attributes, record.keys());
  }

  /**
   * The value with other details. Alternate keys are not in the value; they are part of the record.
   */
  static DirectoryEntry with(DirectoryEntry value, TenantDetails details) {
    DirectoryEntry.Builder changed =
        value.toBuilder().setDisplayName(details.displayName()).clearAttributes();
    details
        .attributes()
        .forEach(
            (name, text) ->
                changed.addAttributes(
                    DirectoryAttribute.newBuilder().setName(name).setValue(text)));
    return changed.build();
  }

  /** The value in another state, with the next number. */
  static DirectoryEntry in(DirectoryEntry value, DirectoryEntry.State state, Instant now) {
    return value.toBuilder()
        .setState(state)
        .setStateNumber(value.getStateNumber() + 1)
        .setStateMillis(now.toEpochMilli())
        .clearReason()
        .build();
  }

  static Content content(DirectoryEntry value, Set<SecondaryKey> keys) {
    return new Content(keys, value.toByteString());
  }
}
