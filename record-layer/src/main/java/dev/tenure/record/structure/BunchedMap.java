package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.limit.KeyValueLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A sorted map in which neighbouring entries share one key and value of FoundationDB, a bunch
 * (Appendix A of the Record Layer paper). It saves space when there are many small entries. Keys
 * are packed tuples, values are any bytes. Immutable, and safe for use by many threads: all state
 * belongs to the transaction that is passed.
 *
 * <p>Example with at most three entries in a bunch: the entries {@code a b c d} are stored under
 * two keys, {@code a} with the values of {@code a b c}, and {@code d}.
 *
 * <p>Updates of one map in one transaction must run one after another ({@link
 * RecordContext#inTurn}), and so must reads beside updates. Two transactions conflict when both
 * change one bunch, or when one puts a key into the range of keys of a bunch that the other
 * changes.
 */
public final class BunchedMap {
  /** The most keys that are looked up at the same time. */
  private static final int LOOKUPS_AT_ONCE = 100;

  private final BunchPlace place;
  private final BunchOptions options;

  /** A key that changes, with the bunches around it once they are read. */
  private static final class Lookup {
    private final byte[] key;
    private final Optional<byte[]> value;
    private @Nullable Bunch before;
    private @Nullable Bunch behind;

    Lookup(byte[] key, Optional<byte[]> value) {
      this.key = key;
      this.value = value;
    }
  }

  /**
   * The map with the given key prefix.
   *
   * @param name the name of the map in errors
   */
  public BunchedMap(byte[] prefix, String name, BunchOptions options) {
    this.place = new BunchPlace(prefix, name, options.togetherColumns());
    this.options = options;
  }

  /**
   * The value of a key.
   *
   * @return fails with {@link RecordLayerException} DAMAGED or FORMAT_UNKNOWN
   */
  public CompletableFuture<Optional<byte[]>> get(ReadTransaction reader, byte[] key) {
    return before(reader, key)
        .thenApply(
            bunch ->
                bunch == null
                    ? Optional.empty()
                    : bunch.list().stream()
                        .filter(entry -> Arrays.equals(entry.key(), key))
                        .map(BunchedEntry::value)
                        .findFirst());
  }

  /**
   * Makes changes, for which {@link #requireLimits} must have been called.
   *
   * @return fails with {@link RecordLayerException} DAMAGED or FORMAT_UNKNOWN; some of the changes
   *     may have been made then
   */
  public CompletableFuture<Void> update(RecordContext context, BunchedChanges changes) {
    Iterator<Map.Entry<byte[], Optional<byte[]>>> rest = changes.all().entrySet().iterator();
    return AsyncLoop.whileTrue(
        () ->
            rest.hasNext()
                ? updateSome(context, rest).thenApply(nothing -> true)
                : CompletableFuture.completedFuture(false));
  }

  /**
   * Refuses changes whose keys or values exceed FoundationDB's limits.
   *
   * @throws RecordLayerException KEY_TOO_LARGE or VALUE_TOO_LARGE
   * @throws IllegalArgumentException when a key lacks columns that bunches have in common
   */
  public void requireLimits(BunchedChanges changes) {
    changes
        .all()
        .forEach(
            (key, value) -> {
              byte[] whole = place.key(key);
              place.requireColumns(key);
              KeyValueLimits.requireKey(whole);
              value.ifPresent(put -> KeyValueLimits.requireValue(whole, longest(put)));
            });
  }

  /** The longest value of a bunch with one entry. */
  private static byte[] longest(byte[] value) {
    int length = value.length + BunchCodec.SINGLE_OVERHEAD_MAX;
    return length > KeyValueLimits.VALUE_BYTES_MAX ? Arrays.copyOf(value, length) : value;
  }

  private CompletableFuture<Void> updateSome(
      RecordContext context, Iterator<Map.Entry<byte[], Optional<byte[]>>> rest) {
    ReadTransaction reader = context.reader(true);
    List<Lookup> lookups = new ArrayList<>();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    while (rest.hasNext() && lookups.size() < LOOKUPS_AT_ONCE) {
      Map.Entry<byte[], Optional<byte[]>> change = rest.next();
      Lookup lookup = new Lookup(change.getKey(), change.getValue());
      lookups.add(lookup);
      reads.add(before(reader, lookup.key).thenAccept(bunch -> lookup.before = bunch));
    }
    return CompletableFuture.allOf(reads.toArray(CompletableFuture<?>[]::new))
        .thenCompose(nothing -> readBehind(reader, lookups))
        .thenRun(() -> write(context, lookups));
  }

  /**
   * For bunches that may have to exchange entries with the next one, reads that next bunch. A bunch
   * that is not read stays unchanged, and entries before it get a separate bunch.
   */
  private CompletableFuture<Void> readBehind(ReadTransaction reader, List<Lookup> lookups) {
    NavigableMap<byte[], Integer> changes = new TreeMap<>(Arrays::compareUnsigned);
    for (Lookup lookup : lookups) {
      if (lookup.before != null) {
        changes.merge(lookup.before.firstKey(), 1, Integer::sum);
      }
    }
    List<CompletableFuture<?>> reads = new ArrayList<>();
    for (Lookup lookup : lookups) {
      Bunch before = lookup.before;
      boolean wanted =
          before == null
              ? lookup.value.isPresent()
              : mayMove(before, changes.getOrDefault(before.firstKey(), 0), lookup);
      if (wanted) {
        reads.add(behind(reader, lookup.key).thenAccept(bunch -> lookup.behind = bunch));
      }
    }
    return CompletableFuture.allOf(reads.toArray(CompletableFuture<?>[]::new));
  }

  /**
   * Whether this number of changes may make a bunch too large, or so small that it is filled from
   * its neighbour.
   */
  private boolean mayMove(Bunch bunch, int changes, Lookup lookup) {
    int valueBytes = lookup.value.map(value -> value.length).orElse(0);
    boolean full = bunch.size() + changes > options.entriesMax();
    boolean small = bunch.size() - changes <= options.entriesMax() / 4;
    return full
        || (small && lookup.value.isEmpty())
        || bunch.storedBytes() + valueBytes > options.bytesMax() / 2;
  }

  /** The bunch that holds a key if any does. */
  private CompletableFuture<@Nullable Bunch> before(ReadTransaction reader, byte[] key) {
    return one(reader, place.together(key), BunchPlace.after(key), true);
  }

  private CompletableFuture<@Nullable Bunch> behind(ReadTransaction reader, byte[] key) {
    byte[] end = BunchPlace.behindAll(place.together(key));
    return one(reader, BunchPlace.after(key), end, false);
  }

  private CompletableFuture<@Nullable Bunch> one(
      ReadTransaction reader, byte[] begin, byte[] end, boolean last) {
    return reader
        .getRange(place.key(begin), place.key(end), 1, last, StreamingMode.EXACT)
        .asList()
        .thenApply(rows -> rows.isEmpty() ? null : bunch(rows.get(0)));
  }

  private Bunch bunch(KeyValue row) {
    return Bunch.stored(place, place.below(row.getKey()), row.getValue());
  }

  /** Conflicts come first: none is added for a key that the transaction has written. */
  private void write(RecordContext context, List<Lookup> lookups) {
    for (BunchStretch stretch : stretches(lookups)) {
      stretch.run();
      stretch.dependsOn().forEach((begin, end) -> conflict(context, begin, end));
      stretch.cleared().forEach(key -> context.clear(place.key(key)));
      stretch.written().forEach(each -> context.set(place.key(each.firstKey()), each.encode()));
    }
  }

  private List<BunchStretch> stretches(List<Lookup> lookups) {
    List<BunchStretch> stretches = new ArrayList<>();
    BunchStretch last = new BunchStretch(place, options);
    for (Lookup lookup : lookups) {
      if (!last.reaches(lookup.key, lookup.before)) {
        last = new BunchStretch(place, options);
        stretches.add(last);
      }
      last.add(lookup.before);
      last.add(lookup.behind);
      last.change(lookup.key, lookup.value);
    }
    return stretches;
  }

  private void conflict(RecordContext context, byte[] begin, byte[] end) {
    context.transaction().addReadConflictRange(place.key(begin), place.key(end));
  }

  /**
   * The entries of a range, in the order of keys.
   *
   * @param begin the first key or key prefix
   * @param end the end of the range, exclusive
   * @param from a continuation of another scan of the same range
   * @return fails with {@link RecordLayerException} DAMAGED or FORMAT_UNKNOWN
   * @throws RecordLayerException CONTINUATION_REFUSED when {@code from} belongs to another scan
   */
  public RecordCursor<BunchedEntry> scan(
      RecordContext context, byte[] begin, byte[] end, Continuation from, ScanOptions options) {
    return BunchedCursor.open(context, place, new PrefixBounds(begin, end), from, options);
  }

  /** As {@link #scan}, one bunch at a time and without limits. */
  public BunchReads read(ReadTransaction reader, byte[] begin, byte[] end, boolean reverse) {
    return new BunchReads(reader, place, new PrefixBounds(begin, end), reverse);
  }

  /**
   * The entries in a row of the map.
   *
   * @throws RecordLayerException DAMAGED or FORMAT_UNKNOWN
   */
  public List<BunchedEntry> entries(KeyValue row) {
    return bunch(row).list();
  }

  /**
   * Checks that all bunches can be decoded and that their keys are in order.
   *
   * @param from the position at which the previous check ended; empty for the beginning
   * @param bunchesMax the number of bunches to read, at least 2
   */
  public CompletableFuture<BunchCheck> verify(ReadTransaction reader, byte[] from, int bunchesMax) {
    return BunchCheck.run(reader, place, from, bunchesMax);
  }

  /**
   * Merges small bunches, which deletions leave, with the bunches after them.
   *
   * @param from the position at which the previous call ended; empty for the beginning
   * @param bunchesMax the number of bunches to read, at least 2
   * @return the position for the next call; empty at the end
   */
  public CompletableFuture<Optional<byte[]>> compact(
      RecordContext context, byte[] from, int bunchesMax) {
    return Compaction.run(context, place, options, from, bunchesMax);
  }
}
