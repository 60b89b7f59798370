package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bunches that have entries in a range, one after another. The first of these may begin
 * before the range; a separate read finds it, without reading any bunch before it. For use by one
 * caller, which closes it.
 */
public final class BunchReads {
  private final BunchPlace place;
  private final PrefixBounds bounds;
  private final boolean reverse;
  private final AsyncIterator<KeyValue> before;
  private final AsyncIterator<KeyValue> inside;

  BunchReads(ReadTransaction reader, BunchPlace place, PrefixBounds bounds, boolean reverse) {
    this.place = place;
    this.bounds = bounds;
    this.reverse = reverse;
    byte[] begin = bounds.begin();
    before = rows(reader, new PrefixBounds(place.together(begin), begin), 1, true);
    inside = rows(reader, bounds, ReadTransaction.ROW_LIMIT_UNLIMITED, reverse);
  }

  /** A range that is empty is read all the same: it costs no read. */
  private AsyncIterator<KeyValue> rows(
      ReadTransaction reader, PrefixBounds range, int limit, boolean last) {
    byte[] end = range.isEmpty() ? range.begin() : range.end();
    StreamingMode mode = limit == 1 ? StreamingMode.EXACT : StreamingMode.ITERATOR;
    return reader.getRange(place.key(range.begin()), place.key(end), limit, last, mode).iterator();
  }

  /** The entries of one bunch that are in the range, in the order of the scan; possibly none. */
  public record Read(List<BunchedEntry> entries, long bytes) {
    public Read {
      entries = Collections.unmodifiableList(entries);
    }
  }

  /**
   * The next bunch; null when there are no more.
   *
   * @return fails with {@link RecordLayerException} DAMAGED or FORMAT_UNKNOWN
   */
  public CompletableFuture<@Nullable Read> next() {
    AsyncIterator<KeyValue> first = reverse ? inside : before;
    AsyncIterator<KeyValue> second = reverse ? before : inside;
    return first
        .onHasNext()
        .thenCompose(
            has ->
                has
                    ? CompletableFuture.completedFuture(read(first.next()))
                    : second.onHasNext().thenApply(more -> more ? read(second.next()) : null));
  }

  private Read read(KeyValue row) {
    List<BunchedEntry> entries = new ArrayList<>();
    for (BunchedEntry entry : BunchCodec.decode(place, place.below(row.getKey()), row.getValue())) {
      if (bounds.has(entry.key())) {
        entries.add(entry);
      }
    }
    if (reverse) {
      Collections.reverse(entries);
    }
    return new Read(entries, (long) row.getKey().length + row.getValue().length);
  }

  /** Stops reading ahead. */
  public void close() {
    before.cancel();
    inside.cancel();
  }
}
