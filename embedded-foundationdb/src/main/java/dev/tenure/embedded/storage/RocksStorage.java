package dev.tenure.embedded.storage;

import com.apple.foundationdb.KeyValue;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/**
 * Rows in a RocksDB database, keys and values as they are, in the default column family. The caller
 * sees to it that no other process has the directory open, and that no snapshot is in use when it
 * closes the storage.
 *
 * <p>A log is synced before the next one is begun. So a loss of power can take only the end of the
 * newest log. Recovery could not notice missing rows of an older log.
 */
public final class RocksStorage implements Storage {
  private static final int BATCH_BYTES_EXPECTED = 4 << 10;
  private static final int BATCH_BYTES_EXPECTED_MAX = 256 << 10;
  private static final int ROWS_COUNTED_MAX = 500;
  private static final int BYTES_COUNTED_MAX = 256 << 10;
  private static final String BYTES_IN_MEMORY = "rocksdb.cur-size-active-mem-table";
  private final String path;
  private final RocksResources resources;
  private final RocksDB database;
  private final EmptyStretches emptyStretches = new EmptyStretches();
  private final DiskOutage outage;
  private volatile int lastBatchBytes = BATCH_BYTES_EXPECTED;
  private boolean synced = true;
  private boolean failedBefore;

  private RocksStorage(String path, RocksResources resources, RocksDB database) {
    this.path = path;
    this.resources = resources;
    this.database = database;
    this.outage = DiskOutage.of(path);
  }

  /**
   * Opens a database. If power was lost before some batches were synced, the first few of those
   * batches may be there, each one whole.
   *
   * @param createIfMissing whether to make a new one when the directory holds none
   * @throws StorageException when the database is missing or damaged; it is left as it was
   */
  public static RocksStorage open(Path directory, boolean createIfMissing) {
    if (!createIfMissing) {
      RocksFiles.makeReady(directory);
    }
    loadLibrary();
    String path = directory.toString();
    RocksResources resources = new RocksResources(createIfMissing);
    try {
      return new RocksStorage(path, resources, RocksDB.open(resources.options(), path));
    } catch (RocksDBException e) {
      resources.close();
      throw StorageException.of("cannot open " + path, e);
    }
  }

  /**
   * Unpacks RocksDB's native library to the temporary directory and loads it.
   *
   * @throws StorageException when that fails
   */
  public static void loadLibrary() {
    try {
      RocksDB.loadLibrary();
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      throw new StorageException("cannot load RocksDB's native library: " + e.getMessage(), e);
    }
  }

  @Override
  public void apply(StorageBatch batch, boolean sync) {
    RocksBatch rows = (RocksBatch) batch;
    boolean applied = false;
    try {
      write(rows, sync);
      applied = true;
      outage.written(rows.bytes());
    } catch (RocksDBException e) {
      StorageException failure = StorageException.of("cannot write to " + path, e);
      outage.failed(failure, rows.bytes());
      throw failure;
    } catch (StorageException e) {
      outage.failed(e, rows.bytes());
      throw e;
    } finally {
      failedBefore = !applied;
    }
  }

  private void write(RocksBatch rows, boolean sync) throws RocksDBException {
    syncBeforeLogEnds();
    emptyStretches.writing(rows.puts(), database.getLatestSequenceNumber());
    try (WriteBatch encoded = rows.toNative(synced && !failedBefore)) {
      database.write(resources.writes(sync), encoded);
    }
    synced = sync;
    lastBatchBytes = rows.bytes();
  }

  /** RocksDB begins a log when the rows of the last fill its memory; this does so a bit earlier. */
  private void syncBeforeLogEnds() throws RocksDBException {
    if (!synced && database.getLongProperty(BYTES_IN_MEMORY) > RocksResources.UNSYNCED_BYTES_MAX) {
      sync();
      database.flush(resources.flushes());
    }
  }

  @Override
  public StorageBatch newBatch() {
    return new RocksBatch(Math.min(BATCH_BYTES_EXPECTED_MAX, lastBatchBytes + lastBatchBytes / 2));
  }

  @Override
  public StorageSnapshot snapshot() {
    return new RocksSnapshot(database, path, emptyStretches);
  }

  /**
   * Counts the bytes of a small range. For a larger range, gives RocksDB's estimate of its bytes in
   * files and memory.
   */
  @Override
  public long estimateBytes(byte[] begin, byte[] end) {
    long counted = 0;
    try (StorageSnapshot now = snapshot()) {
      List<KeyValue> rows = now.range(begin, end, false, ROWS_COUNTED_MAX, BYTES_COUNTED_MAX);
      for (KeyValue row : rows) {
        counted += row.getKey().length + row.getValue().length;
      }
      if (rows.size() < ROWS_COUNTED_MAX && counted < BYTES_COUNTED_MAX) {
        return counted;
      }
    }
    try (Slice from = new Slice(begin);
        Slice to = new Slice(end)) {
      long[] sizes =
          database.getApproximateSizes(
              List.of(new Range(from, to)),
              SizeApproximationFlag.INCLUDE_FILES,
              SizeApproximationFlag.INCLUDE_MEMTABLES);
      return Math.max(counted, sizes[0]);
    }
  }

  /**
   * Syncs the batches that were not synced yet, then closes.
   *
   * @throws StorageException when these batches could not be synced; the storage is closed
   *     nevertheless
   */
  @Override
  public void close() {
    try {
      if (!synced) {
        sync();
      }
      endLog();
    } finally {
      database.cancelAllBackgroundWork(true);
      database.close();
      resources.close();
    }
  }

  private void sync() {
    try {
      database.syncWal();
      synced = true;
    } catch (RocksDBException e) {
      throw StorageException.of("cannot sync " + path, e);
    }
  }

  /** Shows who opens the log again that all in it had been synced. */
  private void endLog() {
    try {
      if (!failedBefore) {
        apply(newBatch(), true);
      }
    } catch (StorageException e) {
      // Nothing is lost; but damage to the last record would now be taken for a torn one.
    }
  }
}
