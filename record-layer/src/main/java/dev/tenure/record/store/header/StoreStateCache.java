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
 * The headers and index states of stores of one database, between transactions.
 *
 * <p>Every transaction that changes or clears what is kept here changes FoundationDB's metadata
 * version key, whose value comes with a transaction's read version. What was read under one value
 * of it is what any transaction that sees the same value would read. A store that is absent is not
 * kept, so that creating one need not change the key; and what is kept is not used below the read
 * version at which it was read, where the store may not have been there. Safe for use by many
 * threads.
 */
public final class StoreStateCache {
  private final Cache<Subspace, Entry> entries;

  /** What was read under a metadata version, the least read version at which it was. */
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

  /** What the transaction would read in the header range of a store, when that is known. */
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

  /** Keeps what a transaction has read, and has not written itself. */
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

  /** Of two transactions that do this at once, either may win: both have read the same. */
  private void keep(Subspace subspace, Entry read) {
    Entry old = entries.getIfPresent(subspace);
    entries.put(subspace, old == null ? read : read.orEarlier(old));
  }
}
