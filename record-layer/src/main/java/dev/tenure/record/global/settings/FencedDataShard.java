package dev.tenure.record.global.settings;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Version;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A data shard for operations that use one version of the stored definitions. The last write of an
 * operation replaces a stored record, the fence, and the age of the definitions is checked between
 * the two. So a live record is written in two steps when no record is stored:
 *
 * <pre>
 * insert r            ->  insert dummy, check, replace dummy by r
 * replace [g, v] by r ->  check, replace [g, v] by r
 * </pre>
 *
 * After the lease, a run rewrites every stored record, and so makes each operation with older
 * definitions fail. An operation that has not checked yet fails because its definitions are too
 * old; one that has checked fails because the version of its fence has changed. A transaction with
 * an index shard would have no fence, so {@code sharedWith} returns none.
 */
final class FencedDataShard implements DataShard {
  private final DataShard shard;
  private final KeysLease.Snapshot keys;

  FencedDataShard(DataShard shard, KeysLease.Snapshot keys) {
    this.shard = shard;
    this.keys = keys;
  }

  @Override
  public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
    return shard.read(key);
  }

  @Override
  public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
    Optional<DataRecord> record = write.record();
    if (record.isEmpty() || record.get().isDummy()) {
      return shard.write(write);
    }
    return write.expected().isPresent() ? checked(write) : insert(record.get());
  }

  /**
   * Inserts a live record by way of a dummy. Returns false only when another record was stored
   * before the dummy. An operation that replaces the dummy afterwards is a conflict.
   */
  private CompletableFuture<Boolean> insert(DataRecord record) {
    Version first = Version.first(record.version().generation());
    DataRecord dummy = DataRecord.dummy(record.key(), first);
    return shard
        .write(ConditionalWrite.insert(dummy))
        .thenCompose(
            inserted ->
                inserted
                    ? checked(ConditionalWrite.replace(first, record)).thenApply(this::requireFence)
                    : CompletableFuture.completedFuture(false));
  }

  private boolean requireFence(boolean replaced) {
    if (!replaced) {
      throw new GlobalIndexException(
          Reason.CONFLICT, "another operation has replaced the dummy of this create meanwhile");
    }
    return true;
  }

  /**
   * If the check fails, the write is not made: the future fails with {@link ShardDownException}, as
   * one that certainly had no effect. The dummy of a create is deleted in one attempt, whose
   * failure is ignored.
   */
  private CompletableFuture<Boolean> checked(ConditionalWrite<PrimaryKey, DataRecord> write) {
    try {
      keys.requireFresh();
    } catch (OldKeysException stale) {
      return removeDummy(write)
          .thenCompose(
              removed ->
                  CompletableFuture.failedFuture(
                      new ShardDownException(String.valueOf(stale.getMessage()), false, stale)));
    }
    return shard.write(write);
  }

  private CompletableFuture<Void> removeDummy(ConditionalWrite<PrimaryKey, DataRecord> write) {
    return write
        .expected()
        .map(version -> DataRecord.dummy(write.key(), version))
        .filter(DataRecord::isDummy)
        .map(
            dummy ->
                shard
                    .write(ConditionalWrite.delete(dummy))
                    .<@Nullable Void>handle((removed, error) -> null))
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  @Override
  public CompletableFuture<List<DataRecord>> scan(@Nullable PrimaryKey after, int most) {
    return shard.scan(after, most);
  }

  @Override
  public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
    return shard.find(key);
  }
}
