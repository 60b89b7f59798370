package dev.tenure.bench.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB without an engine on top: the peer of the measurements. */
final class RawRocks implements AutoCloseable {
  private final Options options = new Options().setCreateIfMissing(true);
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final WriteOptions unsynced = new WriteOptions();
  private final RocksDB database;

  RawRocks(Path directory) throws RocksDBException, IOException {
    Files.createDirectories(directory);
    database = RocksDB.open(options, directory.toString());
  }

  /** Writes one row in a separate batch, and syncs the log. */
  void putSynced(byte[] key, byte[] value) throws RocksDBException {
    try (WriteBatch batch = new WriteBatch()) {
      batch.put(key, value);
      database.write(synced, batch);
    }
  }

  void put(byte[] key, byte[] value) throws RocksDBException {
    database.put(unsynced, key, value);
  }

  byte[] get(byte[] key) throws RocksDBException {
    return database.get(key);
  }

  /** Keys and values of the first rows of a range; returns how many there were. */
  int scan(byte[] begin, byte[] end, int rows) throws RocksDBException {
    try (Slice upper = new Slice(end);
        ReadOptions bounded = new ReadOptions().setIterateUpperBound(upper);
        RocksIterator iterator = database.newIterator(bounded)) {
      iterator.seek(begin);
      int found = 0;
      while (iterator.isValid() && found < rows) {
        if (iterator.key().length + iterator.value().length > 0) {
          found++;
        }
        iterator.next();
      }
      iterator.status();
      return found;
    }
  }

  @Override
  public void close() {
    database.close();
    unsynced.close();
    synced.close();
    options.close();
  }
}
