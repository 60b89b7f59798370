package dev.tenure.record.context;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import dev.tenure.record.limit.KeyValueLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the writes and fences of a context: checks each one, records its key, and passes it
 * to the transaction.
 */
final class ContextWriter {
  /**
   * FoundationDB's key for invalidating caches. Its value comes with each read version, so reading
   * it costs nothing.
   */
  private static final byte[] METADATA_VERSION_KEY =
      "\u00ff/metadataVersion".getBytes(StandardCharsets.ISO_8859_1);

  /** The only value FoundationDB takes for it: a stamp of the commit at offset 0. */
  private static final byte[] METADATA_VERSION_STAMP = new byte[14];

  private final Transaction transaction;
  private final CommitGate gate;
  private final WrittenKeys written = new WrittenKeys();
  private final List<Consumer<Range>> clearListeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean storeStatesExpired = new AtomicBoolean();

  /** Read once: a transaction that opens many stores asks for it with each. */
  private volatile @Nullable CompletableFuture<ByteString> storeStatesVersion;

  ContextWriter(Transaction transaction, CommitGate gate) {
    this.transaction = transaction;
    this.gate = gate;
  }

  void set(byte[] key, byte[] value) {
    write(
        () -> {
          KeyValueLimits.requireKey(key);
          KeyValueLimits.requireValue(key, value);
          written.add(key);
          transaction.set(key, value);
        });
  }

  void clear(byte[] key) {
    write(
        () -> {
          KeyValueLimits.requireKey(key);
          written.add(key);
          transaction.clear(key);
        });
  }

  void clear(Range range) {
    write(
        () -> {
          written.add(range);
          transaction.clear(range);
          clearListeners.forEach(listener -> listener.accept(range));
        });
  }

  void mutate(MutationType type, byte[] key, byte[] operand) {
    write(
        () -> {
          KeyValueLimits.requireKey(key);
          KeyValueLimits.requireValue(key, operand);
          if (type == MutationType.SET_VERSIONSTAMPED_KEY) {
            written.addStamped(key);
          } else {
            written.add(key);
          }
          transaction.mutate(type, key, operand);
        });
  }

  /** Has a write take place before the commit, or refuses it. */
  private void write(Runnable change) {
    gate.enterWrite();
    try {
      change.run();
    } finally {
      gate.leave();
    }
  }

  void onClear(Consumer<Range> listener) {
    clearListeners.add(listener);
  }

  void fence(byte[] key) {
    write(() -> fenceUnwritten(key));
  }

  void fence(Range range) {
    write(() -> fenceUnwritten(range));
  }

  private void fenceUnwritten(byte[] key) {
    if (written.contains(key)) {
      throw new IllegalStateException(
          "fence after this transaction's own write to the key "
              + ByteArrayUtil.printable(key)
              + ": fence first, then write");
    }
    transaction.addReadConflictKey(key);
  }

  private void fenceUnwritten(Range range) {
    if (written.intersects(range)) {
      throw new IllegalStateException(
          "fence after this transaction's own write in the range "
              + ByteArrayUtil.printable(range.begin)
              + " to "
              + ByteArrayUtil.printable(range.end)
              + ": fence first, then write");
    }
    transaction.addReadConflictRange(range.begin, range.end);
  }

  void expireStoreStates() {
    write(
        () -> {
          if (storeStatesExpired.compareAndSet(false, true)) {
            transaction.mutate(
                MutationType.SET_VERSIONSTAMPED_VALUE,
                METADATA_VERSION_KEY,
                METADATA_VERSION_STAMP);
          }
        });
  }

  boolean hasExpiredStoreStates() {
    return storeStatesExpired.get();
  }

  CompletableFuture<ByteString> storeStatesVersion(ReadTransaction snapshot) {
    if (hasExpiredStoreStates()) {
      throw new IllegalStateException(
          "the version of store states is unknown after expireStoreStates() in this transaction");
    }
    CompletableFuture<ByteString> known = storeStatesVersion;
    if (known == null) {
      known =
          snapshot
              .get(METADATA_VERSION_KEY)
              .thenApply(value -> value == null ? ByteString.EMPTY : ByteString.copyFrom(value));
      storeStatesVersion = known;
    }
    return known;
  }

  boolean hasWritten(Range range) {
    return written.intersects(range);
  }

  WrittenKeys written() {
    return written;
  }
}
