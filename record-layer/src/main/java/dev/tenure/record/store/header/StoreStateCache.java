package dev.tenure.record.store.header;

import com.apple.foundationdb.subspace.Subspace;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.context.TransactionEnvironment;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the headers and index states of a database's stores in memory between transactions.
 *
 * <p>Each transaction that changes or clears a header or index state also changes FoundationDB's
 * metadata version key. A transaction gets the value of this key together with its read version,
 * without a further read. So:
 *
 * <ul>
 *   <li>An entry that was read under one value of the key is valid for each transaction that sees
 *       the same value.
 *   <li>The absence of a store is not cached, so that creating a store need not change the key.
 *   <li>An entry is not used at a read version below the one at which it was read, because the
 *       store may not have existed there.
 * </ul>
 *
 * <p>Safe for use by many threads.
 */
public final class StoreStateCache {
  private final Cache<Subspace, Entry> entries;

  /**
   * The state that was read under a metadata version, with the least read version at which it was
   * read.
   */
  private record Entry(ByteString version, long since, StoredState stored) {
    boolean holds(ByteString metaDataVersion, long readVersion) {
      return version.equals(metaDataVersion) && readVersion >= since;
    }

    Entry orEarlier(Entry old) {
      return old.version.equals(version) && old.since < since ? old : this;
    }
  }

  private StoreStateCache(int storesMax) {
    entries = Caffeine.newBuilder().maximumSize(storesMax).executor(Runnable::run).build();
  }

  public static StoreStateCache of(TransactionEnvironment environment) {
    return environment.attachment(
        StoreStateCache.class, () -> new StoreStateCache(environment.storeStatesMax()));
  }

  /**
   * The header and index states that the transaction would read; empty when the cache does not have
   * them.
   */
  public CompletableFuture<Optional<StoredState>> find(RecordContext context, Subspace subspace) {
    Entry entry = entries.getIfPresent(subspace);
    if (entry == null || context.hasExpiredStoreStates()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return context
        .storeStatesVersion()
        .thenCombine(context.readVersion(), entry::holds)
        .thenApply(holds -> holds ? Optional.of(entry.stored()) : Optional.empty());
  }

  /** Adds what a transaction has read. It must not contain the transaction's own writes. */
  public CompletableFuture<Void> learn(
      RecordContext context, Subspace subspace, StoredState stored) {
    if (context.hasExpiredStoreStates()) {
      return CompletableFuture.completedFuture(null);
    }
    return context
        .storeStatesVersion()
        .thenCombine(context.readVersion(), (version, since) -> new Entry(version, since, stored))
        .thenAccept(entry -> keep(subspace, entry));
  }

  /**
   * Keeps an entry. If two transactions do so at the same time, either may win, since both have
   * read the same.
   */
  private void keep(Subspace subspace, Entry read) {
    Entry old = entries.getIfPresent(subspace);
    entries.put(subspace, old == null ? read : read.orEarlier(old));
  }
}
