package dev.tenure.queue.pointer;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * Tells idle consumers of new work. Each shard has a counter that consumers of all processes watch
 * and producers raise without conflicts; listeners in this process are called after the producer's
 * commit. Thread-safe.
 */
public final class Signals {
  private static final byte[] ONE = {1, 0, 0, 0, 0, 0, 0, 0};

  private final RecordDatabase database;
  private final Subspace space;
  private final CopyOnWriteArrayList<BiConsumer<PointerRef, Instant>> listeners =
      new CopyOnWriteArrayList<>();

  Signals(RecordDatabase database, Subspace space) {
    this.database = database;
    this.space = space;
  }

  /**
   * A watch on a shard's signal. Both futures fail when the watch cannot be set.
   *
   * @param armed completes when the watch is set: every change that a later peek does not see fires
   *     the watch
   * @param fired completes when the signal is raised, and fails when the watch is lost. Cancel it
   *     to give up the watch
   */
  public record Watch(CompletableFuture<Void> armed, CompletableFuture<Void> fired) {}

  /**
   * Sets a watch in a separate transaction, which writes nothing and ends with its commit. The
   * cluster's time limit applies to this transaction. The watch outlives it, until it fires, is
   * cancelled or is lost.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // every outcome ends in the result
  public Watch arm(int shard) {
    CompletableFuture<Void> fired = new CompletableFuture<>();
    RecordContext context = database.openContext();
    CompletableFuture<Void> watch = context.transaction().watch(key(shard));
    fired.whenComplete(
        (done, error) -> {
          if (fired.isCancelled()) {
            watch.cancel(true);
          }
        });
    watch.whenComplete(
        (done, error) -> {
          if (error == null) {
            fired.complete(null);
          } else {
            fired.completeExceptionally(error);
          }
        });
    CompletableFuture<Void> armed = context.commit();
    armed.whenComplete(
        (done, error) -> {
          if (error != null) {
            fired.completeExceptionally(error);
            watch.cancel(true);
          }
          context.close();
        });
    return new Watch(armed, fired);
  }

  /** Sets a watch and returns its {@link Watch#fired}. */
  public CompletableFuture<Void> watch(int shard) {
    return arm(shard).fired();
  }

  /** Calls the listener for each zone woken in this process, on the executor of its producer. */
  public void addListener(BiConsumer<PointerRef, Instant> hint) {
    listeners.add(hint);
  }

  public void removeListener(BiConsumer<PointerRef, Instant> hint) {
    listeners.remove(hint);
  }

  /** Raises the shard's signal in the transaction, and calls the listeners after its commit. */
  void bump(RecordContext context, PointerRef ref, Instant vesting) {
    bump(context, ref.shard());
    if (!listeners.isEmpty()) {
      context.afterCommit(() -> listeners.forEach(listener -> listener.accept(ref, vesting)));
    }
  }

  void bump(RecordContext context, int shard) {
    context.mutate(MutationType.ADD, key(shard), ONE);
  }

  private byte[] key(int shard) {
    return space.pack(Tuple.from(shard));
  }
}
