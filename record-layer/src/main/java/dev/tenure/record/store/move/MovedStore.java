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
 * A store as a mover sees it, within one transaction: its header, without metadata and whatever
 * lock it has. The header is read serializably and past all caches. Changes are written by {@link
 * #write}. A transaction that uses it must not open the store as well.
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
                    .map(row -> StoredHeader.decode(row.getValue(), keys).value())
                    .map(header -> new MovedStore(context, keys, rows, header)));
  }

  /**
   * The ranges of a store that a mover copies: records, indexes and all that is kept of them,
   * without header, states of indexes and log. Relative to the store.
   */
  public static List<Range> content(Subspace subspace) {
    StoreKeys keys = new StoreKeys(subspace);
    return keys.content().stream().map(keys::relative).toList();
  }

  public StoreHeader header() {
    return new StoredHeader(header.build()).toHeader();
  }

  /**
   * Has each later transaction that changes the store append to the log, or no more. Transactions
   * that have opened the store before cannot commit any more, and processes of releases that know
   * no log cannot open it.
   */
  public MovedStore logChanges(boolean logs) {
    header.setLogsChanges(logs);
    return this;
  }

  /** Locks the store against writes, in the place of any lock it has. */
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

  /** Sets what makes the store's versions go on from those of the cluster that it came from. */
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
   * Writes header and states of indexes to another place, in the place of those there.
   *
   * @param target in a transaction of another cluster
   * @return the store there, whose header can be changed further
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
