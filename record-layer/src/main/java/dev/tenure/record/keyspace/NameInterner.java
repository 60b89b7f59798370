package dev.tenure.record.keyspace;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.context.RecordContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Replaces names in keys by small numbers. Each name has one number, unique in the subspace, which
 * never changes and is never used for another name. The keys below the subspace are:
 *
 * <pre>
 * (1, 0, name)    format 1 | number, tuple-encoded
 * (1, 1, number)  format 1 | name, UTF-8
 * (1, 2, begin) the count of taken numbers in the window that begins here, 8 bytes, little-endian
 * </pre>
 *
 * <p>The first element is the version of the layout. A subspace with keys of another version is
 * refused.
 *
 * <p>Transactions that intern different new names at the same time conflict only when they draw the
 * same random number. Transactions that intern the same new name conflict; one commits, and the
 * others find its number when they retry. The largest of n numbers is at most 255 for n up to 127,
 * at most 2 n + 1,025 for n up to 32,895, and at most 2 n + 8,193 for larger n.
 *
 * <p>Committed pairs are cached. Safe for use by many threads. Do not clear the subspace while an
 * interner of it is in use: its cache would be wrong.
 */
public final class NameInterner {
  /** The maximum length of a name in UTF-8 bytes. */
  public static final int NAME_BYTES_MAX = 1_000;

  private static final int CACHED_NAMES_DEFAULT = 10_000;

  private final InternedKeys keys;
  private final NumberAllocator allocator;
  private final NameCache cache;
  private volatile boolean layoutSeen;

  /** An interner with up to 10,000 names in its cache. */
  public NameInterner(Subspace subspace) {
    this(subspace, CACHED_NAMES_DEFAULT);
  }

  /**
   * An interner.
   *
   * @param cachedNamesMax the most names in its cache; 0 for no cache
   */
  public NameInterner(Subspace subspace, int cachedNamesMax) {
    this.keys = new InternedKeys(subspace);
    this.allocator = new NumberAllocator(keys);
    this.cache = new NameCache(cachedNamesMax);
  }

  /** The subspace of the names. */
  public Subspace subspace() {
    return keys.subspace();
  }

  /**
   * The number of a name. A name without a number gets one in this transaction.
   *
   * @return fails with FORMAT_UNKNOWN when the subspace has keys of another layout
   * @throws IllegalArgumentException when the name is empty, longer than {@link #NAME_BYTES_MAX},
   *     or has an unpaired surrogate
   */
  public CompletableFuture<Long> intern(RecordContext context, String name) {
    InternedKeys.requireName(name);
    return cache
        .numberOf(name)
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> inTurn(context, name));
  }

  private CompletableFuture<Long> inTurn(RecordContext context, String name) {
    return context.inTurn(
        keys,
        () ->
            lookUp(context, name)
                .thenCompose(
                    found ->
                        found
                            .map(CompletableFuture::completedFuture)
                            .orElseGet(() -> allocate(context, name))));
  }

  /**
   * Reads the keys of other layouts with conflicts: one that appears meanwhile ends this commit.
   */
  private CompletableFuture<Long> allocate(RecordContext context, String name) {
    return requireLayout(context.transaction())
        .thenCompose(nothing -> allocator.allocate(context))
        .thenApply(
            number -> {
              assign(context, name, number);
              context.whenCommitted(() -> cache.put(name, number));
              return number;
            });
  }

  /**
   * The transaction's own note comes before the keys, so that whoever reads the keys in this
   * transaction knows that they are not committed.
   */
  private void assign(RecordContext context, String name, long number) {
    TransactionNames own = own(context);
    own.put(name, number);
    try {
      context.set(keys.byName(name), InternedKeys.encode(number));
      context.set(keys.byNumber(number), InternedKeys.encode(name));
    } catch (RuntimeException e) {
      own.remove(name);
      throw e;
    }
  }

  /** The number of a name; empty when the name has none. */
  public CompletableFuture<Optional<Long>> find(RecordContext context, String name) {
    InternedKeys.requireName(name);
    Optional<Long> known = cache.numberOf(name);
    return known.isPresent() ? CompletableFuture.completedFuture(known) : lookUp(context, name);
  }

  private CompletableFuture<Optional<Long>> lookUp(RecordContext context, String name) {
    Optional<Long> own = own(context).numberOf(name);
    if (own.isPresent()) {
      return CompletableFuture.completedFuture(own);
    }
    byte[] key = keys.byName(name);
    return read(
        context,
        key,
        value -> {
          long number = keys.number(key, value);
          cacheCommitted(context, name, number);
          return number;
        });
  }

  /** The name of a number; empty when no name has it. */
  public CompletableFuture<Optional<String>> nameOf(RecordContext context, long number) {
    Optional<String> known = cache.nameOf(number);
    if (known.isPresent()) {
      return CompletableFuture.completedFuture(known);
    }
    byte[] key = keys.byNumber(number);
    return read(
        context,
        key,
        value -> {
          String name = keys.name(key, value);
          cacheCommitted(context, name, number);
          return name;
        });
  }

  private <T> CompletableFuture<Optional<T>> read(
      RecordContext context, byte[] key, Function<byte[], T> decode) {
    return readLayout(context)
        .thenCompose(nothing -> context.get(key, false))
        .thenApply(value -> Optional.ofNullable(value).map(decode));
  }

  /**
   * Caches an interned name; a name that this transaction itself has interned is cached only after
   * the commit.
   */
  private void cacheCommitted(RecordContext context, String name, long number) {
    if (own(context).numberOf(name).isEmpty()) {
      cache.put(name, number);
    }
  }

  /**
   * Names and their numbers, by snapshot, in the order of names.
   *
   * @param after only names after this one are listed; all when empty
   * @param max the most names to return, at least 1
   */
  public CompletableFuture<List<Map.Entry<String, Long>>> list(
      RecordContext context, String after, int max) {
    if (max < 1) {
      throw new IllegalArgumentException("max is " + max + ", the least is 1");
    }
    return readLayout(context)
        .thenCompose(
            nothing ->
                context
                    .reader(true)
                    .getRange(
                        keys.namesBehind(after), keys.namesEnd(), max, false, StreamingMode.EXACT)
                    .asList())
        .thenApply(this::entries);
  }

  private List<Map.Entry<String, Long>> entries(List<KeyValue> rows) {
    List<Map.Entry<String, Long>> entries = new ArrayList<>();
    for (KeyValue row : rows) {
      entries.add(
          Map.entry(
              keys.last(row.getKey(), String.class), keys.number(row.getKey(), row.getValue())));
    }
    return entries;
  }

  /** The layout of a subspace is looked at once, by snapshot; allocations look again. */
  private CompletableFuture<Void> readLayout(RecordContext context) {
    return layoutSeen
        ? CompletableFuture.completedFuture(null)
        : requireLayout(context.reader(true)).thenAccept(nothing -> layoutSeen = true);
  }

  private CompletableFuture<Void> requireLayout(ReadTransaction reader) {
    CompletableFuture<Void> known = CompletableFuture.completedFuture(null);
    for (Range other : keys.otherLayouts()) {
      known = known.thenCombine(requireEmpty(reader, other), (left, right) -> null);
    }
    return known;
  }

  private static CompletableFuture<Void> requireEmpty(ReadTransaction reader, Range other) {
    return reader
        .getRange(other, 1, false, StreamingMode.EXACT)
        .asList()
        .thenAccept(
            rows -> {
              if (!rows.isEmpty()) {
                throw InternedKeys.layoutUnknown(rows.get(0).getKey());
              }
            });
  }

  private TransactionNames own(RecordContext context) {
    return context.attachment(keys, TransactionNames::new);
  }
}
