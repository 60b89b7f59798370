package dev.tenure.campaigns.history;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All transactions of all clients of a database, with the results that the clients got. Safe for use by many threads.
 */
public final class History {
  private static final byte[] STAMP_GOES_FIRST =
      ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(0).array();

  /**
   * A start of the database after a crash.
   *
   * @param version above the versions of all commits before, below those of all commits after
   * @param rows all rows at that time
   */
  record Restart(long version, NavigableMap<byte[], byte[]> rows) {}

  private final byte[] markers;
  private final AtomicLong moments = new AtomicLong();
  private final List<RecordedTransaction> transactions = new ArrayList<>();
  private final NavigableMap<byte[], byte[]> rowsBefore = new TreeMap<>(Arrays::compareUnsigned);
  private final List<Restart> restarts = new ArrayList<>();
  private final NavigableMap<Long, Stamp> stamps = new TreeMap<>();

  /**
   * @param markers a prefix that no client reads or writes; each transaction that writes adds a key below it
   */
  public History(byte[] markers) {
    this.markers = markers.clone();
  }

  /**
   * The prefix of the markers. Their rows are given to {@link #observe}.
   */
  public byte[] markers() {
    return markers.clone();
  }

  /**
   * Records the rows that were there before the first transaction of a client.
   */
  public synchronized void startedWith(Iterable<KeyValue> rows) {
    rows.forEach(row -> rowsBefore.put(row.getKey(), row.getValue()));
  }

  synchronized NavigableMap<byte[], byte[]> rowsBefore() {
    NavigableMap<byte[], byte[]> copy = new TreeMap<>(Arrays::compareUnsigned);
    copy.putAll(rowsBefore);
    return copy;
  }

  synchronized RecordedTransaction begin() {
    RecordedTransaction begun =
        new RecordedTransaction(transactions.size() + 1L, moments::incrementAndGet);
    transactions.add(begun);
    return begun;
  }

  byte[] markerOf(RecordedTransaction transaction) {
    byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(transaction.number()).array();
    return ByteArrayUtil.join(markers, number);
  }

  /**
   * The value that a marker is set to. The database puts the versionstamp in front of it.
   */
  static byte[] stampTemplate() {
    return ByteArrayUtil.join(new byte[Stamp.BYTES], STAMP_GOES_FIRST);
  }

  /**
   * Takes the markers from rows of the database, and with them the versions of the commits. Called once all clients are done, and before each crash.
   */
  public synchronized void observe(Iterable<KeyValue> rows) {
    for (KeyValue row : rows) {
      if (isMarker(row.getKey())) {
        stamps.put(numberOf(row.getKey()), Stamp.of(row.getValue()));
      }
    }
  }

  /**
   * Records that the database crashed and started again. The crash may have lost the last commits that were not synced.
   *
   * @param version a read version after the start
   * @param rows all rows at the start, before any further commit
   */
  public synchronized void restarted(long version, Iterable<KeyValue> rows) {
    observe(rows);
    NavigableMap<byte[], byte[]> all = new TreeMap<>(Arrays::compareUnsigned);
    rows.forEach(row -> all.put(row.getKey(), row.getValue()));
    restarts.add(new Restart(version, all));
  }

  synchronized List<RecordedTransaction> transactions() {
    return List.copyOf(transactions);
  }

  synchronized List<Restart> restarts() {
    return List.copyOf(restarts);
  }

  /**
   * The places of the commits seen, by the numbers of their transactions.
   */
  synchronized NavigableMap<Long, Stamp> stamps() {
    return new TreeMap<>(stamps);
  }

  boolean isMarker(byte[] key) {
    return key.length == markers.length + Long.BYTES
        && Arrays.equals(markers, 0, markers.length, key, 0, markers.length);
  }

  long numberOf(byte[] marker) {
    return ByteBuffer.wrap(marker).getLong(markers.length);
  }
}
