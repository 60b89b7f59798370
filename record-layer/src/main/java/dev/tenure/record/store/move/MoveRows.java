package dev.tenure.record.store.move;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.async.AsyncIterator;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Some rows of a store as they are, whatever they mean. Keys are relative to the store.
 *
 * @param next the key at which the rows that follow begin; empty at the end
 */
public record MoveRows(List<KeyValue> rows, Optional<ByteString> next, long bytes) {
  /** How many ranges are read at once. */
  private static final int READ_AT_ONCE = 64;

  public static Range everything(Subspace store) {
    byte[] prefix = store.getKey();
    return new Range(prefix, ByteArrayUtil.join(prefix, new byte[] {(byte) 0xff}));
  }

  /** Reads rows of the content from a key on, until they have as many bytes. */
  public static CompletableFuture<MoveRows> read(
      RecordContext context, Subspace store, ByteString from, int bytesMax) {
    Reading reading = new Reading(context, store, from.toByteArray(), bytesMax);
    return AsyncLoop.forEach(MovedStore.content(store), reading::range)
        .thenApply(done -> reading.result());
  }

  /** Reads all rows in ranges, 64 ranges at once. */
  public static CompletableFuture<List<KeyValue>> readAll(
      RecordContext context, Subspace store, List<Range> ranges) {
    List<KeyValue> found = new ArrayList<>();
    List<List<Range>> groups = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i += READ_AT_ONCE) {
      groups.add(ranges.subList(i, Math.min(ranges.size(), i + READ_AT_ONCE)));
    }
    return AsyncLoop.forEach(
            groups,
            group ->
                AsyncLoop.all(group.stream().map(range -> list(context, store, range)).toList())
                    .thenAccept(lists -> lists.forEach(found::addAll)))
        .thenApply(done -> found);
  }

  private static CompletableFuture<List<KeyValue>> list(
      RecordContext context, Subspace store, Range range) {
    return context
        .transaction()
        .getRange(absolute(store, range))
        .asList()
        .thenApply(rows -> rows.stream().map(row -> relative(store, row)).toList());
  }

  /**
   * The rows of some ranges.
   *
   * @param read the ranges of which these are all rows
   * @param rest the ranges that are left to be read
   */
  public record InRanges(List<KeyValue> rows, List<Range> read, List<Range> rest) {}

  /** Reads the rows in ranges that do not overlap, until they have as many bytes. */
  public static CompletableFuture<InRanges> readSome(
      RecordContext context, Subspace store, List<Range> ranges, int bytesMax) {
    if (!ranges.isEmpty() && isSingle(ranges.get(0))) {
      return new Singles(context, store, ranges, bytesMax).read();
    }
    Range first = ranges.get(0);
    Reading reading = new Reading(context, store, first.begin, bytesMax);
    return reading.range(first).thenApply(done -> wide(reading.result(), first, ranges));
  }

  /** The first ranges of one key each, 64 at once. */
  private static final class Singles {
    private static final int KEYS_MAX = 1_024;

    private final RecordContext context;
    private final Subspace store;
    private final List<Range> ranges;
    private final int bytesMax;
    private final List<KeyValue> rows = new ArrayList<>();
    private long bytes;
    private int read;

    Singles(RecordContext context, Subspace store, List<Range> ranges, int bytesMax) {
      this.context = context;
      this.store = store;
      this.ranges = ranges;
      this.bytesMax = bytesMax;
    }

    CompletableFuture<InRanges> read() {
      return AsyncLoop.whileTrue(this::group)
          .thenApply(
              done ->
                  new InRanges(rows, ranges.subList(0, read), ranges.subList(read, ranges.size())));
    }

    private CompletableFuture<Boolean> group() {
      int end = read;
      while (end < Math.min(ranges.size(), read + READ_AT_ONCE) && isSingle(ranges.get(end))) {
        end++;
      }
      List<Range> group = ranges.subList(read, end);
      read = end;
      return readAll(context, store, group)
          .thenApply(
              found -> {
                rows.addAll(found);
                found.forEach(row -> bytes += row.getKey().length + row.getValue().length);
                return group.size() == READ_AT_ONCE && bytes < bytesMax && read < KEYS_MAX;
              });
    }
  }

  private static InRanges wide(MoveRows rows, Range first, List<Range> ranges) {
    byte[] end = rows.next().map(ByteString::toByteArray).orElse(first.end);
    List<Range> rest = new ArrayList<>(ranges.subList(1, ranges.size()));
    if (rows.next().isPresent()) {
      rest.add(0, new Range(end, first.end));
    }
    return new InRanges(rows.rows(), List.of(new Range(first.begin, end)), rest);
  }

  /** Whether only one key can be in the range. */
  private static boolean isSingle(Range range) {
    return range.end.length == range.begin.length + 1
        && range.end[range.begin.length] == 0
        && Arrays.equals(range.begin, Arrays.copyOf(range.end, range.begin.length));
  }

  public static Range absolute(Subspace store, Range range) {
    byte[] prefix = store.getKey();
    return new Range(
        ByteArrayUtil.join(prefix, range.begin), ByteArrayUtil.join(prefix, range.end));
  }

  private static KeyValue relative(Subspace store, KeyValue row) {
    byte[] key = row.getKey();
    return new KeyValue(Arrays.copyOfRange(key, store.getKey().length, key.length), row.getValue());
  }

  /** One read, range after range, until enough is read. */
  private static final class Reading {
    private final RecordContext context;
    private final Subspace store;
    private final byte[] from;
    private final int bytesMax;
    private final List<KeyValue> rows = new ArrayList<>();
    private long bytes;
    private boolean full;

    Reading(RecordContext context, Subspace store, byte[] from, int bytesMax) {
      this.context = context;
      this.store = store;
      this.from = from;
      this.bytesMax = bytesMax;
    }

    CompletableFuture<Void> range(Range content) {
      byte[] begin = Arrays.compareUnsigned(from, content.begin) > 0 ? from : content.begin;
      if (full || Arrays.compareUnsigned(begin, content.end) >= 0) {
        return CompletableFuture.completedFuture(null);
      }
      AsyncIterator<KeyValue> found =
          context.transaction().getRange(absolute(store, new Range(begin, content.end))).iterator();
      return AsyncLoop.whileTrue(() -> found.onHasNext().thenApply(has -> has && add(found.next())))
          .whenComplete((done, error) -> found.cancel());
    }

    private boolean add(KeyValue row) {
      rows.add(relative(store, row));
      bytes += row.getKey().length + row.getValue().length;
      full = bytes >= bytesMax;
      return !full;
    }

    MoveRows result() {
      return new MoveRows(
          rows,
          full
              ? Optional.of(
                  ByteString.copyFrom(ByteArrayUtil.keyAfter(rows.get(rows.size() - 1).getKey())))
              : Optional.empty(),
          bytes);
    }
  }
}
