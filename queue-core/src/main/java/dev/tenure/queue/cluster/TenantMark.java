package dev.tenure.queue.cluster;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.proto.StoredTenantMark;
import dev.tenure.record.store.RecordStore;
import org.jspecify.annotations.Nullable;

/**
 * The mark of a tenant's store: a field in the store's header that says whether the tenant is
 * suspended or being deleted. Each transaction of the tenant has the header, mostly from memory,
 * and conflicts with a change of it. The mark therefore costs no read, and no transaction can
 * overlook it.
 *
 * @param number the number of the change in the directory: a mark with a lower number never
 *     replaces one with a higher number
 */
public record TenantMark(State state, long number) {
  /** The name of the header's field; a store without the field is open. */
  static final String FIELD = "tenure.tenant";

  static final TenantMark NONE = new TenantMark(State.OPEN, 0);

  /** The states of a mark. */
  public enum State {
    OPEN,
    /** No item is enqueued and none begins; items under way end. */
    SUSPENDED,
    /** The tenant is being deleted. Transactions fail as if the store were already gone. */
    DELETING
  }

  static TenantMark of(RecordStore store) {
    ByteString value = store.header().userFields().get(FIELD);
    if (value == null) {
      return NONE;
    }
    try {
      StoredTenantMark stored = StoredTenantMark.parseFrom(value);
      return new TenantMark(
          switch (stored.getState()) {
            case OPEN -> State.OPEN;
            case SUSPENDED -> State.SUSPENDED;
            case DELETING -> State.DELETING;
            case UNRECOGNIZED -> throw unreadable(store, "state " + stored.getStateValue(), null);
          },
          stored.getNumber());
    } catch (InvalidProtocolBufferException e) {
      throw unreadable(store, e.getMessage(), e);
    }
  }

  private static QueueException unreadable(
      RecordStore store, @Nullable String why, @Nullable Throwable cause) {
    return new QueueException(
        Code.FORMAT_UNKNOWN,
        "the field " + FIELD + " of store " + store.subspace() + " cannot be read: " + why,
        cause);
  }

  /** Writes the mark unless the store has one with this number or a higher one. */
  boolean write(RecordStore store) {
    if (number <= of(store).number()) {
      return false;
    }
    StoredTenantMark.State stored =
        switch (state) {
          case OPEN -> StoredTenantMark.State.OPEN;
          case SUSPENDED -> StoredTenantMark.State.SUSPENDED;
          case DELETING -> StoredTenantMark.State.DELETING;
        };
    store.setUserField(
        FIELD,
        StoredTenantMark.newBuilder().setState(stored).setNumber(number).build().toByteString());
    return true;
  }
}
