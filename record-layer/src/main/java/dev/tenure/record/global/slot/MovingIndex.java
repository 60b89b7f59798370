package dev.tenure.record.global.slot;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.ShardDownException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * The index records of a slot that moves. An index record is copied as it is, then replaced in the
 * source by a marker, if it is unchanged. The first write of a key moves it, too, so that no write
 * puts an index record into the source.
 *
 * <p>A copy may be older than what the source has, or come back behind a delete. It is garbage
 * then, as if a slow write had inserted it: the version of its data record has changed since.
 *
 * @param marks whether this client sets markers; it follows them in any case
 * @param fresh throws when the slots may be in another phase by now
 */
record MovingIndex(IndexShard source, IndexShard target, long id, boolean marks, Runnable fresh) {
  private static final int ATTEMPTS = 16;
  private static final CompletableFuture<Boolean> NOT = CompletableFuture.completedFuture(false);

  CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
    return checked(source.read(key))
        .thenCompose(
            read ->
                isMarker(read) || (read.isEmpty() && marks)
                    ? checked(target.read(key))
                    : CompletableFuture.completedFuture(read));
  }

  CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
    return write(write, ATTEMPTS);
  }

  private CompletableFuture<Boolean> write(
      ConditionalWrite<IndexKey, IndexRecord> write, int attempts) {
    return checked(source.read(write.key()))
        .thenCompose(
            read -> {
              if (isMarker(read)) {
                return target.write(write);
              }
              if (!marks) {
                return source.write(write);
              }
              CompletableFuture<?> marked =
                  read.isPresent() ? move(write.key()) : insertMarker(write.key());
              return marked.thenCompose(
                  done -> again(write.key(), attempts, left -> write(write, left)));
            });
  }

  private CompletableFuture<Boolean> insertMarker(IndexKey key) {
    return source.write(ConditionalWrite.insert(Markers.marker(key, id)));
  }

  private boolean isMarker(Optional<IndexRecord> read) {
    return read.filter(record -> Markers.isMarker(record, id)).isPresent();
  }

  /** Moves an index record. */
  CompletableFuture<Void> move(IndexKey key) {
    return move(key, ATTEMPTS);
  }

  private CompletableFuture<Void> move(IndexKey key, int attempts) {
    return target
        .read(key)
        .thenCompose(
            there ->
                checked(source.read(key))
                    .thenCompose(
                        read ->
                            read.isEmpty() || isMarker(read)
                                ? CompletableFuture.completedFuture(null)
                                : copy(read.get(), there)
                                    .thenCompose(copied -> copied ? mark(read.get()) : NOT)
                                    .thenCompose(
                                        marked ->
                                            marked
                                                ? CompletableFuture.completedFuture(null)
                                                : again(key, attempts, left -> move(key, left)))));
  }

  private CompletableFuture<Boolean> copy(IndexRecord record, Optional<IndexRecord> there) {
    return there.equals(Optional.of(record))
        ? CompletableFuture.completedFuture(true)
        : target.write(ConditionalWrite.put(there, record));
  }

  private CompletableFuture<Boolean> mark(IndexRecord record) {
    return source.write(
        ConditionalWrite.replace(record.version(), Markers.marker(record.key(), id)));
  }

  private <T> CompletableFuture<T> again(
      IndexKey key, int attempts, IntFunction<CompletableFuture<T>> next) {
    return attempts > 1
        ? next.apply(attempts - 1)
        : CompletableFuture.failedFuture(
            new ShardDownException(
                "the key " + key.key() + " has changed " + ATTEMPTS + " times while it moved",
                false,
                null));
  }

  private <T> CompletableFuture<T> checked(CompletableFuture<T> read) {
    return SlotShards.checked(read, fresh);
  }
}
