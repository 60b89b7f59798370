package dev.tenure.embedded.storage;

import com.apple.foundationdb.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** A RocksDB snapshot. Most snapshots are never read, so the first read makes the read options. */
final class RocksSnapshot implements StorageSnapshot {
  /**
   * From this many skipped deleted rows on, remembering the stretch costs less than skipping it
   * again.
   */
  private static final long WORTH_REMEMBERING = 16;

  /** As many keys between known stretches are read one by one before an iterator is made. */
  private static final int LONE_KEYS_MAX = 4;

  private final RocksDB database;
  private final String path;
  private final Snapshot snapshot;
  private final EmptyStretches emptyStretches;
  private final AtomicReference<@Nullable ReadOptions> options = new AtomicReference<>();

  RocksSnapshot(RocksDB database, String path, EmptyStretches emptyStretches) {
    this.database = database;
    this.path = path;
    this.emptyStretches = emptyStretches;
    this.snapshot = database.getSnapshot();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    try {
      return PointGet.of(database, options(), key);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public List<KeyValue> range(byte[] begin, byte[] end, boolean reverse, int rows, int bytes) {
    RowCollector collector = new RowCollector(rows, bytes);
    byte[] from = reverse ? begin : passStretches(begin, end, collector);
    if (KeyBytes.isBefore(from, end)) {
      try (Cursor cursor = new Cursor(from, end, reverse)) {
        cursor.collect(collector);
      } catch (RocksDBException e) {
        throw failed(e);
      }
    }
    return collector.rows();
  }

  @Override
  public List<byte[]> keys(byte[] begin, byte[] end, int rows) {
    byte[] from = emptyStretches.skip(begin, snapshot.getSequenceNumber());
    if (rows <= 0 || !KeyBytes.isBefore(from, end)) {
      return List.of();
    }
    try (Cursor cursor = new Cursor(from, end, false)) {
      return cursor.collectKeys(rows);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /**
   * Passes known stretches, and reads the rows that lie alone between two of them: an iterator
   * would pass all deleted rows of the second one.
   *
   * @return the key from which on an iterator has to read; {@code end} when nothing is left to read
   */
  private byte[] passStretches(byte[] begin, byte[] end, RowCollector rows) {
    long sequence = snapshot.getSequenceNumber();
    byte[] from = emptyStretches.skip(begin, sequence);
    if (from == begin) {
      return begin;
    }
    for (int i = 0; i < LONE_KEYS_MAX && KeyBytes.isBefore(from, end); i++) {
      byte[] behind = KeyBytes.after(from);
      byte[] next = emptyStretches.skip(behind, sequence);
      if (next == behind) {
        return from;
      }
      byte[] value = get(from);
      if (value == null) {
        emptyStretches.found(from, behind, sequence);
      } else if (!rows.add(from, value)) {
        return end;
      }
      from = next;
    }
    return from;
  }

  @Override
  public void close() {
    ReadOptions made = options.getAndSet(null);
    if (made != null) {
      made.close();
    }
    database.releaseSnapshot(snapshot);
    snapshot.close();
  }

  private ReadOptions options() {
    ReadOptions made = options.get();
    if (made != null) {
      return made;
    }
    ReadOptions fresh = new ReadOptions().setSnapshot(snapshot);
    if (options.compareAndSet(null, fresh)) {
      return fresh;
    }
    fresh.close();
    return options();
  }

  private StorageException failed(RocksDBException cause) {
    return new StorageException("cannot read " + path + ": " + cause.getMessage(), cause);
  }

  /** An iterator bounded to [begin, end), so that it never walks over deleted rows beyond. */
  private final class Cursor implements AutoCloseable {
    private final boolean reverse;
    private final byte[] begin;
    private final byte[] end;
    private final @Nullable Slice lower;
    private final Slice upper;
    private final ReadOptions bounded;
    private final RocksIterator iterator;

    Cursor(byte[] begin, byte[] end, boolean reverse) {
      this.reverse = reverse;
      this.begin = begin;
      this.end = end;
      upper = new Slice(end);
      bounded = new ReadOptions(options()).setIterateUpperBound(upper);
      if (reverse) {
        lower = new Slice(begin);
        bounded.setIterateLowerBound(lower);
      } else {
        lower = null;
      }
      iterator = database.newIterator(bounded);
    }

    void collect(RowCollector collector) throws RocksDBException {
      seek();
      while (iterator.isValid() && collector.add(iterator.key(), iterator.value())) {
        if (reverse) {
          iterator.prev();
        } else {
          iterator.next();
        }
      }
      iterator.status();
    }

    List<byte[]> collectKeys(int rows) throws RocksDBException {
      List<byte[]> found = new ArrayList<>();
      seek();
      while (iterator.isValid()) {
        found.add(iterator.key());
        if (found.size() == rows) {
          break;
        }
        iterator.next();
      }
      iterator.status();
      return found;
    }

    private void seek() throws RocksDBException {
      if (reverse) {
        iterator.seekToLast();
        return;
      }
      SkippedRows skipped = SkippedRows.ofThread(database);
      long before = skipped.count();
      iterator.seek(begin);
      if (skipped.count() - before >= WORTH_REMEMBERING) {
        iterator.status(); // what could not be read is not empty
        byte[] first = iterator.isValid() ? iterator.key() : end;
        emptyStretches.found(begin, first, snapshot.getSequenceNumber());
      }
    }

    @Override
    public void close() {
      iterator.close();
      bounded.close();
      upper.close();
      if (lower != null) {
        lower.close();
      }
    }
  }
}
