package dev.tenure.record.store.row;

import com.apple.foundationdb.Range;
import dev.tenure.record.context.RecordContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rows of one store that a transaction has read ahead, as of its read version. They never
 * answer reads of records that the transaction has written. Safe for use by many threads.
 */
public final class PreloadedRows {
  /** The most records of a store that a transaction keeps, including absent ones. */
  public static final int RECORDS_MAX = 10_000;

  /** The most bytes of keys and values of a store's records that a transaction holds. */
  public static final long BYTES_MAX = 10_000_000;

  private final RecordContext context;
  private final NavigableMap<byte[], Answer> answers = new TreeMap<>(Arrays::compareUnsigned);
  private final List<Range> whole = new ArrayList<>();
  private long bytes;
  private boolean full;

  /**
   * The result of reading a record.
   *
   * @param row the row; empty when the record does not exist
   */
  public record Answer(Optional<StoredRow> row) {}

  public PreloadedRows(RecordContext context) {
    this.context = context;
  }

  /** Whether no further rows are accepted. */
  public synchronized boolean isFull() {
    return full;
  }

  /** The number of records for which there is room. */
  public synchronized int recordsLeft() {
    return full ? 0 : RECORDS_MAX - answers.size();
  }

  /** The number of bytes for which there is room. */
  public synchronized long bytesLeft() {
    return full ? 0 : BYTES_MAX - bytes;
  }

  /**
   * Keeps the result of reading a record.
   *
   * @param record the prefix of all keys of the record
   * @return whether it is kept. It is not when it would exceed a limit; from then on no further
   *     result is kept
   */
  public synchronized boolean put(byte[] record, Optional<StoredRow> row) {
    if (answers.containsKey(record)) {
      return true;
    }
    long more = row.map(StoredRow::bytes).orElse((long) record.length);
    full = full || answers.size() >= RECORDS_MAX || more > BYTES_MAX - bytes;
    if (!full) {
      answers.put(record, new Answer(row));
      bytes += more;
    }
    return !full;
  }

  /** Notes that all existing records of a range are kept. */
  public synchronized void putWhole(Range range) {
    whole.add(range);
  }

  /** The result of reading a record; empty when it is not known. */
  public Optional<Answer> find(byte[] record) {
    return isEmpty() || context.hasWritten(StoreKeys.parts(record))
        ? Optional.empty()
        : findRead(record);
  }

  private synchronized boolean isEmpty() {
    return answers.isEmpty() && whole.isEmpty();
  }

  private synchronized Optional<Answer> findRead(byte[] record) {
    Answer answer = answers.get(record);
    if (answer != null) {
      return Optional.of(answer);
    }
    boolean absent =
        whole.stream()
            .anyMatch(
                range ->
                    Arrays.compareUnsigned(range.begin, record) <= 0
                        && Arrays.compareUnsigned(record, range.end) < 0);
    return absent ? Optional.of(new Answer(Optional.empty())) : Optional.empty();
  }
}
