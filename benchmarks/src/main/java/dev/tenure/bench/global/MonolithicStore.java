package dev.tenure.bench.global;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Version;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The paper's peer: one shard that has all records and a local index, which it changes together
 * with a record. A create is one request, as is a read; an update or delete reads before it writes.
 */
record MonolithicStore(ModelledShard.Data shard) implements Store {
  private static final Version FIRST = new Version(new Generation(0, 0), 1);

  @Override
  public CompletableFuture<Boolean> perform(Operation operation) {
    return switch (operation.kind()) {
      case CREATE ->
          write(
              ConditionalWrite.insert(
                  new DataRecord(
                      operation.pk(),
                      FIRST,
                      Set.copyOf(operation.keys()),
                      Set.of(),
                      operation.value())));
      case READ -> find(operation).thenApply(Optional::isPresent);
      case UPDATE ->
          shard
              .read(operation.pk())
              .thenCompose(read -> write(update(required(read), operation)));
      case DELETE ->
          find(operation)
              .thenCompose(
                  read ->
                      read.isPresent()
                          ? write(ConditionalWrite.delete(read.get()))
                          : CompletableFuture.completedFuture(false));
    };
  }

  private CompletableFuture<Optional<DataRecord>> find(Operation operation) {
    Optional<SecondaryKey> key = operation.lookedUp();
    return key.isPresent()
        ? shard.find(key.get()).thenApply(found -> found.stream().findFirst())
        : shard.read(operation.pk());
  }

  private static ConditionalWrite<PrimaryKey, DataRecord> update(
      DataRecord pdr, Operation operation) {
    var content = operation.changed(pdr);
    return ConditionalWrite.replace(
        pdr.version(),
        new DataRecord(
            pdr.key(), pdr.version().next(), content.keys(), Set.of(), content.value()));
  }

  private static DataRecord required(Optional<DataRecord> read) {
    return read.orElseThrow(
        () -> new GlobalIndexException(Reason.RECORD_ABSENT, "there is no such record"));
  }

  private CompletableFuture<Boolean> write(
      ConditionalWrite<PrimaryKey, DataRecord> write) {
    return shard
        .writeUnique(write)
        .thenApply(
            written -> {
              if (!written) {
                throw new GlobalIndexException(
                    Reason.CONFLICT, "the record " + write.key() + " or a key of it is taken");
              }
              return true;
            });
  }
}
