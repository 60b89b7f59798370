package dev.tenure.queue.zone;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.proto.ItemBody;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.queue.proto.VisitLease;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.SaveMode;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The leases of visits in one zone, as one transaction sees and changes them. Safe for use by many
 * threads.
 *
 * <h2>Conflicts</h2>
 *
 * All reads are by snapshot. An item enters a lease, and leaves it, only in a transaction that
 * conflicts with changes of the item's record, and that writes the record or declares a write
 * conflict on it. So a transaction that conflicts with changes of the record commits only if the
 * item is held by the same lease as at its read version.
 *
 * <h2>Parts</h2>
 *
 * The first part names the items. Each transaction that takes items out adds a part, so that such
 * transactions do not conflict with one another. A part has the least position that leaves with it,
 * and no position leaves twice. The transaction that sees nothing held any more deletes all parts.
 */
final class VisitLeases {
  /** Begins the ids of leases among those of bodies. No item has such an id. */
  private static final String MARK = "\u0001";

  private static final String BEHIND_MARK = "\u0002";
  private static final char PART = '/';
  private static final char BEHIND_PART = '0';

  private static final ScanOptions SNAPSHOT =
      ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);

  private final RecordStore store;
  private final String zone;
  private final Map<LeaseId, VisitLeaseRow> rows = new LinkedHashMap<>();
  private final Map<LeaseId, CompletableFuture<Optional<VisitLeaseRow>>> asked = new HashMap<>();
  private @Nullable CompletableFuture<Void> all;

  /** The key of the leases of a zone among all stores and zones of a transaction. */
  private record Place(ByteBuffer store, String zone) {}

  private VisitLeases(RecordStore store, String zone) {
    this.store = store;
    this.zone = zone;
  }

  /** The leases of a zone, the same object for all that ask in one transaction. */
  static VisitLeases of(RecordStore store, String zone) {
    return store
        .context()
        .attachment(
            new Place(ByteBuffer.wrap(store.subspace().pack()), zone),
            () -> new VisitLeases(store, zone));
  }

  static boolean mayExist(RecordStore store) {
    return store.contentFormat() >= QueueSchema.VISIT_LEASES_FORMAT;
  }

  /** All leases of the zone. */
  synchronized CompletableFuture<List<VisitLeaseRow>> all() {
    if (all == null) {
      all = read(MARK, BEHIND_MARK).thenAccept(this::merge);
    }
    return all.thenApply(read -> known());
  }

  private synchronized List<VisitLeaseRow> known() {
    return List.copyOf(rows.values());
  }

  /** The lease with that id; empty when it is not the lease of a visit, or is deleted. */
  synchronized CompletableFuture<Optional<VisitLeaseRow>> find(LeaseId id) {
    if (all != null) {
      return all.thenApply(read -> known(id));
    }
    if (rows.containsKey(id)) {
      return CompletableFuture.completedFuture(known(id));
    }
    return asked.computeIfAbsent(
        id,
        unknown ->
            read(MARK + id.hex() + PART, MARK + id.hex() + BEHIND_PART)
                .thenApply(
                    parts -> {
                      merge(parts);
                      return known(id);
                    }));
  }

  private synchronized Optional<VisitLeaseRow> known(LeaseId id) {
    return Optional.ofNullable(rows.get(id));
  }

  private CompletableFuture<List<StoredRecord>> read(String from, String before) {
    TupleRange range =
        TupleRange.between(Tuple.from(zone, from), true, Tuple.from(zone, before), false);
    return store.scan(QueueSchema.BODY, range, Continuation.START, SNAPSHOT).asList();
  }

  /** Takes what was read. Leases that are known already may have been changed since. */
  private synchronized void merge(List<StoredRecord> parts) {
    Map<LeaseId, VisitLeaseRow> read = new LinkedHashMap<>();
    for (StoredRecord stored : parts) {
      String id = ((QueueBody) stored.message()).getId();
      int end = id.indexOf(PART);
      LeaseId lease = leaseId(id, end);
      if (end == id.length() - 1) {
        read.put(lease, new VisitLeaseRow(lease, part(stored), stored));
      } else if (read.containsKey(lease)) {
        read.get(lease).add(part(stored));
      }
    }
    read.forEach(rows::putIfAbsent);
  }

  private LeaseId leaseId(String id, int end) {
    try {
      return new LeaseId(id.substring(MARK.length(), Math.max(end, MARK.length())));
    } catch (IllegalArgumentException e) {
      throw corrupt(id, e);
    }
  }

  private VisitLease part(StoredRecord stored) {
    QueueBody body = (QueueBody) stored.message();
    try {
      return VisitLease.parseFrom(body.getBody().getPayload());
    } catch (InvalidProtocolBufferException e) {
      throw corrupt(body.getId(), e);
    }
  }

  private QueueException corrupt(String id, Exception e) {
    return new QueueException(
        QueueException.Code.CORRUPT,
        "lease " + id.substring(MARK.length()) + " of zone " + zone + ": " + e.getMessage(),
        e);
  }

  /** Grants a lease on items without any, whose records this transaction has read serializably. */
  CompletableFuture<Void> grant(Lease lease, String consumer, List<String> items) {
    store.raiseContentFormat(QueueSchema.VISIT_LEASES_FORMAT);
    items.forEach(
        item -> store.addWriteConflict(QueueSchema.ITEM, new Tuple().add(zone).add(item)));
    VisitLease row = VisitLeaseRow.stored(lease, consumer, items);
    return store
        .save(body(lease.id(), "", row), SaveMode.ASSUME_NEW)
        .thenAccept(saved -> keep(new VisitLeaseRow(lease.id(), row, saved)));
  }

  private synchronized void keep(VisitLeaseRow row) {
    rows.put(row.id(), row);
  }

  private QueueBody body(LeaseId id, String part, VisitLease content) {
    return QueueBody.newBuilder()
        .setZone(zone)
        .setId(MARK + id.hex() + PART + part)
        .setBody(ItemBody.newBuilder().setPayload(content.toByteString()))
        .build();
  }

  /** Takes an item out of its lease, in a transaction that writes the item's record. */
  synchronized void leave(VisitLeaseRow row, String item) {
    if (row.leave(item)) {
      store.context().addCommitCheck(() -> write(row));
    }
  }

  private CompletableFuture<Void> write(VisitLeaseRow row) {
    QueueBody part;
    synchronized (this) {
      if (row.isEmpty()) {
        delete(row);
        return CompletableFuture.completedFuture(null);
      }
      part = body(row.id(), String.valueOf(row.leastLeaving()), row.leaving());
    }
    return store.save(part, SaveMode.ASSUME_NEW).thenApply(saved -> null);
  }

  /**
   * Deletes the leases that held nothing before this transaction: ends of the last items that
   * commit at the same time leave them behind.
   */
  synchronized void deleteEmpty() {
    known().stream().filter(VisitLeaseRow::wasEmpty).forEach(this::delete);
  }

  private void delete(VisitLeaseRow row) {
    if (row.hasParts()) {
      store
          .context()
          .clear(
              new Range(
                  store.recordKey(QueueSchema.BODY, Tuple.from(zone, MARK + row.id().hex() + PART)),
                  store.recordKey(
                      QueueSchema.BODY, Tuple.from(zone, MARK + row.id().hex() + BEHIND_PART))));
    } else {
      store.delete(row.first());
    }
  }
}
