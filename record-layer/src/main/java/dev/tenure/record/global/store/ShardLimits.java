package dev.tenure.record.global.store;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.limit.Surrogates;
import java.nio.charset.StandardCharsets;

/**
 * The limits of Tenure's own shards, the same in each kind of store, so that records can move from
 * one kind to another. Every check throws {@link IllegalArgumentException}, which names the value
 * and the limit, but never the value of a secondary key.
 */
public final class ShardLimits {
  public static final int PRIMARY_KEY_BYTES_MAX = 1_000;
  public static final int KEY_NAME_BYTES_MAX = 100;
  public static final int KEY_VALUE_BYTES_MAX = 1_000;
  public static final int KEYS_MAX = 100;
  public static final int VALUE_BYTES_MAX = 1_000_000;

  private ShardLimits() {}

  public static void check(PrimaryKey key) {
    text("the primary key", key.value(), PRIMARY_KEY_BYTES_MAX);
  }

  public static void check(SecondaryKey key) {
    text("the name of a secondary key", key.name(), KEY_NAME_BYTES_MAX);
    text("the value of the secondary key " + key.name(), key.value(), KEY_VALUE_BYTES_MAX);
  }

  public static void check(IndexKey key) {
    check(key.key());
    text("the member of the secondary key " + key.key(), key.member(), PRIMARY_KEY_BYTES_MAX);
  }

  public static void check(DataRecord record) {
    check(record.key());
    count(
        "the record " + record.key() + " owns", record.keys().size(), KEYS_MAX, " secondary keys");
    record.keys().forEach(ShardLimits::check);
    count(
        "the value of the record " + record.key() + " is",
        record.value().size(),
        VALUE_BYTES_MAX,
        " bytes");
  }

  public static void check(IndexRecord record) {
    check(record.key());
    check(record.owner());
  }

  /** Checks a write of a data record. */
  public static void checkData(ConditionalWrite<PrimaryKey, DataRecord> write) {
    check(write.key());
    write.record().ifPresent(ShardLimits::check);
  }

  /** Checks a write of an index record. */
  public static void checkIndex(ConditionalWrite<IndexKey, IndexRecord> write) {
    check(write.key());
    write.record().ifPresent(ShardLimits::check);
  }

  /**
   * Checks the most records of a scan.
   *
   * @throws IllegalArgumentException below 1
   */
  public static int checkMost(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("a scan of " + most + " records; the least is 1");
    }
    return most;
  }

  private static void text(String what, String text, int bytesMax) {
    Surrogates.requireNone(what, text);
    count(what + " is", text.getBytes(StandardCharsets.UTF_8).length, bytesMax, " bytes");
  }

  private static void count(String what, int count, int most, String unit) {
    if (count > most) {
      throw new IllegalArgumentException(
          what + " " + count + unit + ", the limit is " + most + " (global index)");
    }
  }
}
