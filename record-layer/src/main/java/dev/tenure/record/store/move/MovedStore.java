package dev.tenure.record.store.move;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.subspace.Subspace;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.proto.StoreHeaderValue;
import dev.tenure.record.proto.StoreLockValue;
import dev.tenure.record.proto.UserField;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.header.StoredHeader;
import dev.tenure.record.store.row.StoreKeys;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The header of a store for a mover, within one transaction. It needs no metadata, and reads the
 * header of a locked store, too. The header is read serializably and not from a cache. {@link
 * #write} writes changes. A transaction that uses it must not also open the store.
 */
public final class MovedStore {
  private final RecordContext context;
  private final StoreKeys keys;
  private final List<KeyValue> rows;
  private final StoreHeaderValue.Builder header;

  private MovedStore(
      RecordContext context, StoreKeys keys, List<KeyValue> rows, StoreHeaderValue header) {
    this.context = context;
    this.keys = keys;
    this.rows = rows;
    this.header = header.toBuilder();
  }

  /** The store below a subspace; empty when it has no header. */
  public static CompletableFuture<Optional<MovedStore>> find(
      RecordContext context, Subspace subspace) {
    StoreKeys keys = new StoreKeys(subspace);
    return context
        .transaction()
        .getRange(
            keys.headers(), ReadTransaction.ROW_LIMIT_UNLIMITED, false, StreamingMode.WANT_ALL)
        .asList()
        .thenApply(
            rows ->
                rows.stream()
                    .filter(row -> Arrays.equals(row.getKey(), keys.header()))
                    .findFirst()
                    .map(
                        row ->
                            StoredHeader.decode(
                                    row.getValue(), keys, context.environment().contentFormatMax())
                                .value())
                    .map(header -> new MovedStore(context, keys, rows, header)));
  }

  /**
   * The ranges of a store that a mover copies, relative to the store: records, indexes, and all
   * rows about them, without the header, the states of indexes and the log.
   */
  public static List<Range> content(Subspace subspace) {
    StoreKeys keys = new StoreKeys(subspace);
    return keys.content().stream().map(keys::relative).toList();
  }

  public StoreHeader header() {
    return new StoredHeader(header.build()).toHeader();
  }

  /** The format of the store's content, as {@link RecordStore#contentFormat}. */
  public int contentFormat() {
    return header.getContentFormat();
  }

  /** Whether the store had indexes that are not readable when it was read. */
  public boolean hasUnreadableIndexes() {
    return rows.size() > 1;
  }

  /**
   * Decides whether each later transaction that changes the store appends to the log. Transactions
   * that have opened the store before can no longer commit. While the store logs, processes of
   * releases that know no log cannot open it.
   */
  public MovedStore logChanges(boolean logs) {
    header.setLogsChanges(logs);
    return this;
  }

  /** Locks the store against writes. Replaces a lock that it already has. */
  public MovedStore lockWrites(String reason) {
    header.setLock(
        StoreLockValue.newBuilder()
            .setKind(StoreLockValue.Kind.WRITES)
            .setReason(reason)
            .setSinceMillis(context.now().toEpochMilli()));
    return this;
  }

  public MovedStore unlock() {
    header.clearLock();
    return this;
  }

  /**
   * Sets the incarnation and the version shift, so that the store's versions continue those of the
   * cluster from which it came.
   */
  public MovedStore arrive(int incarnation, long versionShift) {
    header.setIncarnation(incarnation).setVersionShift(versionShift);
    return this;
  }

  public MovedStore userField(String name, ByteString value) {
    List<UserField> fields =
        Stream.concat(
                others(name),
                Stream.of(UserField.newBuilder().setName(name).setValue(value).build()))
            .sorted(Comparator.comparing(UserField::getName))
            .toList();
    header.clearUserFields().addAllUserFields(fields);
    return this;
  }

  public MovedStore clearUserField(String name) {
    List<UserField> fields = others(name).toList();
    header.clearUserFields().addAllUserFields(fields);
    return this;
  }

  private Stream<UserField> others(String name) {
    return List.copyOf(header.getUserFieldsList()).stream()
        .filter(field -> !field.getName().equals(name));
  }

  /** Writes the header. */
  public void write() {
    header.setUpdatedMillis(context.now().toEpochMilli());
    context.expireStoreStates();
    context.set(keys.header(), new StoredHeader(header.build()).encode());
  }

  /**
   * Writes the header and the states of indexes to another subspace, and replaces those stored
   * there.
   *
   * @param target a transaction of another cluster
   * @return the store in that subspace, whose header can be changed further
   */
  public MovedStore writeTo(RecordContext target, Subspace subspace) {
    StoreKeys there = new StoreKeys(subspace);
    target.expireStoreStates();
    target.clear(there.headers());
    for (KeyValue row : rows) {
      if (!Arrays.equals(row.getKey(), keys.header())) {
        Range key = there.absolute(keys.relative(new Range(row.getKey(), row.getKey())));
        target.set(key.begin, row.getValue());
      }
    }
    MovedStore moved = new MovedStore(target, there, List.of(), header.build());
    moved.write();
    return moved;
  }
}
