package dev.tenure.campaigns.crash;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.Tuple;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The rows of numbered transactions, all known from the client and the number.
 *
 * <pre>
 * ("head", client)               the client's last number
 * ("row", client, number, part)  bytes by which they are recognized
 * ("stamp", client, number)      the transaction's versionstamp
 * ("log") versionstamp           (client, number)
 * ("total")                      how many transactions there were, by atomic additions
 * ("shared")                     how many read and wrote this row, by conflicts
 * </pre>
 */
final class NumberedRows {
  /**
   * A client clears the rows of its transaction this many numbers back.
   */
  static final int KEPT = 16;

  static final int STAMP_BYTES = 10;
  static final byte[] TOTAL = Tuple.from("total").pack();
  static final byte[] SHARED = Tuple.from("shared").pack();
  static final byte[] LOG = Tuple.from("log").pack();

  private NumberedRows() {}

  static byte[] head(int client) {
    return Tuple.from("head", client).pack();
  }

  static byte[] stamp(int client, long number) {
    return Tuple.from("stamp", client, number).pack();
  }

  static Tuple rowsOf(int client, long number) {
    return Tuple.from("row", client, number);
  }

  static byte[] inLog(byte[] stamp) {
    byte[] key = Arrays.copyOf(LOG, LOG.length + STAMP_BYTES);
    System.arraycopy(stamp, 0, key, LOG.length, STAMP_BYTES);
    return key;
  }

  /**
   * One in ten values is large. Some transactions have so many rows that a range deletion clears them.
   */
  static List<KeyValue> rows(int client, long number) {
    SplittableRandom random = new SplittableRandom(number * 1_000 + client);
    int parts = 1 + random.nextInt(6);
    int bytesMax = 600;
    switch (random.nextInt(40)) {
      case 0, 1, 2, 3 -> bytesMax = 60_000;
      case 4 -> {
        parts = 80;
        bytesMax = 10;
      }
      default -> {}
    }
    List<KeyValue> rows = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      byte[] value = new byte[1 + random.nextInt(bytesMax)];
      random.nextBytes(value);
      rows.add(new KeyValue(rowsOf(client, number).add(part).pack(), value));
    }
    return rows;
  }

  static boolean isShared(int client, long number) {
    return (number + client) % 5 == 0;
  }

  static byte[] name(int client, long number) {
    return Tuple.from(client, number).pack();
  }

  static byte[] packed(long number) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
  }

  /**
   * 0 for a row that is not there.
   */
  static long number(byte @Nullable [] packed) {
    return packed == null ? 0 : ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** The commit version in a versionstamp. */
  static long version(byte[] stamp) {
    return ByteBuffer.wrap(stamp).getLong();
  }
}
