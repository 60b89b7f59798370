package dev.tenure.bench.engine;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.tuple.Tuple;
import java.util.SplittableRandom;
import org.rocksdb.RocksDBException;

/**
 * The rows that are stored in both an engine and RocksDB: keys that are tuples, values of 100
 * bytes.
 */
final class EngineRows {
  private static final int ROWS_PER_TRANSACTION = 1000;
  private final int count;

  EngineRows(int count) {
    this.count = count;
  }

  int count() {
    return count;
  }

  byte[] key(long place) {
    return Tuple.from("bench", place).pack();
  }

  /** An existing key; successive turns spread over all keys. */
  byte[] keyOfTurn(int client, long turn) {
    return key(placeOfTurn(client, turn));
  }

  long placeOfTurn(int client, long turn) {
    long mixed = (client * 7_919L + turn) * 0x9E3779B97F4A7C15L;
    return (mixed >>> 11) % count;
  }

  void load(Database database) {
    for (int from = 0; from < count; from += ROWS_PER_TRANSACTION) {
      int first = from;
      database.run(
          transaction -> {
            for (int i = first; i < Math.min(count, first + ROWS_PER_TRANSACTION); i++) {
              transaction.set(key(i), value(i));
            }
            return null;
          });
    }
  }

  void load(RawRocks raw) throws RocksDBException {
    for (int i = 0; i < count; i++) {
      raw.put(key(i), value(i));
    }
  }

  /** Bytes that do not compress. */
  static byte[] value(long place) {
    byte[] value = new byte[EngineMeasurement.VALUE_BYTES];
    new SplittableRandom(place).nextBytes(value);
    return value;
  }
}
