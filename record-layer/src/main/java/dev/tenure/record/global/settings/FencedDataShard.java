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
 * A data shard for operations that use one version of the keys. A live record is written in two
 * steps when none is stored, so that there is always a stored record, the fence, before the age of
 * the keys is checked:
 *
 * <pre>
 * insert r            ->  insert dummy, check, replace dummy by r
 * replace [g, v] by r ->  check, replace [g, v] by r
 * </pre>
 *
 * After the lease, a run rewrites every stored record. It fails each older operation: if the
 * operation has not checked yet, by the age of its keys; if it has, by the version of the fence. A
 * transaction with an index shard would have no fence, so there is none.
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
   * The insert is refused only when something else was stored before it. Once the dummy is there,
   * an operation that takes it away is a conflict.
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
          Reason.CONFLICT, "another operation has taken the place of the record meanwhile");
    }
    return true;
  }

  /**
   * A failed check is told as a write that has not taken place. The dummy of its create is removed
   * at best effort.
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
