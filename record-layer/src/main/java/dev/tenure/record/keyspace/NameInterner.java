package dev.tenure.record.keyspace;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.RecordContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Gives names small numbers, to stand for them in keys: unique in the subspace, immutable, never
 * used again. Keys, below the subspace:
 *
 * <pre>
 * (0)          format 1 | the next number, tuple-encoded
 * (1, name)    format 1 | number, tuple-encoded
 * (2, number)  format 1 | name, UTF-8
 * </pre>
 *
 * <p>Transactions that intern new names at the same time conflict on (0), and all but one are tried
 * again; those that find their names do not conflict. Committed pairs are cached, the least
 * recently used are dropped first. Safe for use by many threads. Clearing the subspace while an
 * interner of it lives leaves its cache wrong.
 */
public final class NameInterner {
  /** How long a name may be, in UTF-8. */
  public static final int NAME_BYTES_MAX = 1_000;

  private static final int CACHED_NAMES_DEFAULT = 10_000;

  private final InternedKeys keys;
  private final PairCache cache;

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
    this.cache = new PairCache(cachedNamesMax);
  }

  /**
   * The number of a name, which is given one in this transaction when it has none.
   *
   * @throws IllegalArgumentException when the name is empty or longer than {@link #NAME_BYTES_MAX}
   */
  public CompletableFuture<Long> intern(RecordContext context, String name) {
    InternedKeys.requireName(name);
    Long known = cache.numberOf(name);
    return known == null ? inTurn(context, name) : CompletableFuture.completedFuture(known);
  }

  private CompletableFuture<Long> inTurn(RecordContext context, String name) {
    return context.inTurn(
        keys,
        () ->
            lookUp(context, name)
                .thenCompose(
                    found ->
                        found.isPresent()
                            ? CompletableFuture.completedFuture(found.get())
                            : allocate(context, name)));
  }

  private CompletableFuture<Long> allocate(RecordContext context, String name) {
    return context
        .get(keys.counter(), false)
        .thenApply(
            counter -> {
              long number = counter == null ? 1 : keys.number(keys.counter(), counter);
              context.set(keys.counter(), InternedKeys.encode(number + 1));
              context.set(keys.byName(name), InternedKeys.encode(number));
              context.set(keys.byNumber(number), InternedKeys.encode(name));
              state(context).put(name, number);
              context.afterCommit(() -> cache.put(name, number));
              return number;
            });
  }

  /** The number of a name, when it has one. */
  public CompletableFuture<Optional<Long>> find(RecordContext context, String name) {
    InternedKeys.requireName(name);
    Long known = cache.numberOf(name);
    return known == null
        ? lookUp(context, name)
        : CompletableFuture.completedFuture(Optional.of(known));
  }

  private CompletableFuture<Optional<Long>> lookUp(RecordContext context, String name) {
    Long own = state(context).numberOf(name);
    if (own != null) {
      return CompletableFuture.completedFuture(Optional.of(own));
    }
    byte[] key = keys.byName(name);
    return context
        .get(key, false)
        .thenApply(
            value -> {
              if (value == null) {
                return Optional.empty();
              }
              long number = keys.number(key, value);
              cache.put(name, number);
              return Optional.of(number);
            });
  }

  /** The name of a number, when it stands for one. */
  public CompletableFuture<Optional<String>> nameOf(RecordContext context, long number) {
    String known = cache.nameOf(number);
    if (known != null) {
      return CompletableFuture.completedFuture(Optional.of(known));
    }
    byte[] key = keys.byNumber(number);
    return context
        .get(key, false)
        .thenApply(
            value -> {
              if (value == null) {
                return Optional.empty();
              }
              String name = keys.name(key, value);
              if (state(context).numberOf(name) == null) {
                cache.put(name, number);
              }
              return Optional.of(name);
            });
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
    return context
        .transaction()
        .snapshot()
        .getRange(keys.namesBehind(after), keys.namesEnd(), max, false, StreamingMode.EXACT)
        .asList()
        .thenApply(this::entries);
  }

  private List<Map.Entry<String, Long>> entries(List<KeyValue> rows) {
    List<Map.Entry<String, Long>> entries = new ArrayList<>();
    for (KeyValue row : rows) {
      entries.add(
          Map.entry(keys.nameInKey(row.getKey()), keys.number(row.getKey(), row.getValue())));
    }
    return entries;
  }

  private TransactionNames state(RecordContext context) {
    return context.attachment(keys, TransactionNames::new);
  }
}
