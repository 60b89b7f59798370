package dev.tenure.record.store.row;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncIterator;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a range, each of which is a row. They are read at once, or in steps, each of twice as
 * many keys as the step before it. A scan in steps that ends early has read little, and conflicts
 * with little.
 */
final class KeyRows implements RowSource {
  private final ReadTransaction reader;
  private final boolean isReverse;
  private final StreamingMode mode;
  private final byte[] begin;
  private final byte[] end;
  private AsyncIterator<KeyValue> iterator;
  private @Nullable CompletableFuture<Boolean> asked;
  private int step;
  private int left;
  private byte[] last = {};

  private KeyRows(
      ReadTransaction reader, ScanRange range, int rowsMax, int step, StreamingMode mode) {
    this.reader = reader;
    this.isReverse = range.isReverse();
    this.mode = mode;
    this.begin = range.begin();
    this.end = range.end();
    this.step = step;
    this.left = step;
    this.iterator = read(begin, end, step == 0 ? rowsMax : step);
  }

  /**
   * Reads a range at once.
   *
   * @param rowsMax the most rows; 0 for all
   * @param mode the streaming mode; EXACT requires a limit
   */
  static KeyRows read(ReadTransaction reader, ScanRange range, int rowsMax, StreamingMode mode) {
    return new KeyRows(reader, range, rowsMax, 0, mode);
  }

  /** Reads a range in steps, of which the first reads at most {@code step} keys. */
  static KeyRows inSteps(ReadTransaction reader, ScanRange range, int step) {
    return new KeyRows(reader, range, 0, step, StreamingMode.ITERATOR);
  }

  private AsyncIterator<KeyValue> read(byte[] from, byte[] to, int rowsMax) {
    return reader.getRange(from, to, rowsMax, isReverse, mode).iterator();
  }

  @Override
  public CompletableFuture<@Nullable StoredRow> next() {
    return isAtHand()
        ? CompletableFuture.completedFuture(nextAtHand())
        : nextKey().thenApply(KeyRows::row);
  }

  private static @Nullable StoredRow row(@Nullable KeyValue row) {
    if (row == null) {
      return null;
    }
    byte[] key = row.getKey();
    byte[] value = row.getValue();
    return new StoredRow(key, value, 1, (long) key.length + value.length);
  }

  @Override
  public boolean isAtHand() {
    CompletableFuture<Boolean> has = asked();
    return has.isDone() && !has.isCompletedExceptionally();
  }

  @Override
  public @Nullable StoredRow nextAtHand() {
    return row(keyAtHand());
  }

  /** The next key and value, which are at hand; null when there are no more. */
  @Nullable KeyValue keyAtHand() {
    boolean has = asked().getNow(false);
    asked = null;
    return has ? taken(iterator.next()) : null;
  }

  /** The next key and value; null when there are no more. */
  CompletableFuture<@Nullable KeyValue> nextKey() {
    CompletableFuture<Boolean> has = asked();
    asked = null;
    return has.thenApply(more -> more ? taken(iterator.next()) : null);
  }

  /** Whether there is a next key, asked once for each key. */
  private CompletableFuture<Boolean> asked() {
    CompletableFuture<Boolean> has = asked;
    if (has == null) {
      if (step > 0 && left == 0) {
        beginStep();
      }
      has = iterator.onHasNext();
      asked = has;
    }
    return has;
  }

  private KeyValue taken(KeyValue row) {
    left--;
    last = row.getKey();
    return row;
  }

  private void beginStep() {
    step = (int) Math.min(2L * step, Integer.MAX_VALUE);
    left = step;
    iterator = isReverse ? read(begin, last, step) : read(ByteArrayUtil.keyAfter(last), end, step);
  }

  @Override
  public void close() {
    iterator.cancel();
  }
}
