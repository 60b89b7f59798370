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
 * Gives names small numbers, to stand for them in keys: unique in the subspace, immutable, never
 * used again. Keys, below the subspace:
 *
 * <pre>
 * (1, 0, name)    format 1 | number, tuple-encoded
 * (1, 1, number)  format 1 | name, UTF-8
 * (1, 2, begin)   how many numbers of the window that begins here are taken, 8 bytes, little-endian
 * </pre>
 *
 * <p>The first element is the version of the layout; a subspace with keys of any other is refused.
 *
 * <p>Transactions that intern different new names at the same time conflict only when they draw the
 * same number by chance; those that intern the same new name conflict, and all but one find it when
 * tried again. The largest of n numbers is at most 255 up to n = 127, at most 2 n + 1,025 up to n =
 * 32,895, and at most 2 n + 8,193 from there on.
 *
 * <p>Committed pairs are cached. Safe for use by many threads. Clearing the subspace while an
 * interner of it lives leaves its cache wrong.
 */
public final class NameInterner {
  /** How long a name may be, in UTF-8. */
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
   * @param cachedNamesMax how many names its cache holds, 0 for none
   */
  public NameInterner(Subspace subspace, int cachedNamesMax) {
    this.keys = new InternedKeys(subspace);
    this.allocator = new NumberAllocator(keys);
    this.cache = new NameCache(cachedNamesMax);
  }

  /** Where the names are kept. */
  public Subspace subspace() {
    return keys.subspace();
  }

  /**
   * The number of a name, which is given one in this transaction when it has none.
   *
   * @return fails with FORMAT_UNKNOWN when the subspace has keys of another layout
   * @throws IllegalArgumentException when the name is empty, longer than {@link #NAME_BYTES_MAX},
   *     or has half a surrogate pair
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

  /** The number of a name, when it has one. */
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

  /** The name of a number, when it stands for one. */
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

  /** What this transaction has interned itself waits for the commit. */
  private void cacheCommitted(RecordContext context, String name, long number) {
    if (own(context).numberOf(name).isEmpty()) {
      cache.put(name, number);
    }
  }

  /**
   * Names and their numbers, by snapshot, in the order of names.
   *
   * @param after names behind this one; all when empty
   * @param max at most so many, at least 1
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
