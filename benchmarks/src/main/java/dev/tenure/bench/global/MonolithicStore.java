package dev.tenure.bench.global;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.SharedTransaction;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.protocol.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The peer in the Uniqorn paper: one shard that has all records, with a unique local index that one
 * transaction changes together with a record. A create is one request, and so is a read; an update
 * or delete reads before it writes.
 *
 * @param transaction the transaction over records and the entries that keep keys unique
 */
record MonolithicStore(DataShard data, SharedTransaction transaction) implements Store {
  private static final Version FIRST = new Version(new Generation(0, 0), 1);

  @Override
  public CompletableFuture<Boolean> perform(WorkloadOperation operation) {
    return switch (operation.kind()) {
      case CREATE ->
          write(
              ConditionalWrite.insert(record(operation.pk(), FIRST, operation.content())),
              Set.of());
      case READ -> find(operation).thenApply(Optional::isPresent);
      case UPDATE ->
          data.read(operation.pk()).thenCompose(read -> update(required(read), operation));
      case DELETE ->
          find(operation)
              .thenCompose(
                  read ->
                      read.isPresent()
                          ? write(ConditionalWrite.delete(read.get()), read.get().keys())
                          : CompletableFuture.completedFuture(false));
    };
  }

  private CompletableFuture<Optional<DataRecord>> find(WorkloadOperation operation) {
    Optional<SecondaryKey> key = operation.lookedUp();
    return key.isPresent()
        ? data.find(key.get()).thenApply(found -> found.stream().findFirst())
        : data.read(operation.pk());
  }

  private CompletableFuture<Boolean> update(DataRecord pdr, WorkloadOperation operation) {
    DataRecord dr = record(pdr.key(), pdr.version().next(), operation.changed(pdr));
    return write(ConditionalWrite.replace(pdr.version(), dr), pdr.keys());
  }

  private static DataRecord record(PrimaryKey pk, Version version, Content content) {
    return new DataRecord(pk, version, content.keys(), Set.of(), content.value());
  }

  private static DataRecord required(Optional<DataRecord> read) {
    return read.orElseThrow(
        () -> new GlobalIndexException(Reason.RECORD_ABSENT, "there is no such record"));
  }

  /**
   * @param before the keys that the record had
   */
  private CompletableFuture<Boolean> write(
      ConditionalWrite<PrimaryKey, DataRecord> write, Set<SecondaryKey> before) {
    Set<SecondaryKey> after = write.record().map(DataRecord::keys).orElse(Set.of());
    List<ConditionalWrite<IndexKey, IndexRecord>> entries = new ArrayList<>();
    for (SecondaryKey key : before) {
      if (!after.contains(key)) {
        entries.add(ConditionalWrite.delete(entry(key, write.key())));
      }
    }
    for (SecondaryKey key : after) {
      if (!before.contains(key)) {
        entries.add(ConditionalWrite.insert(entry(key, write.key())));
      }
    }
    return transaction
        .write(write, entries)
        .thenApply(
            written -> {
              if (!written) {
                throw new GlobalIndexException(
                    Reason.CONFLICT, "the record " + write.key() + " or a key of it is taken");
              }
              return true;
            });
  }

  private static IndexRecord entry(SecondaryKey key, PrimaryKey owner) {
    return new IndexRecord(IndexKey.alternate(key), owner, FIRST);
  }
}
