package dev.tenure.embedded.transaction;

import com.apple.foundationdb.KeyArrayResult;
import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.commit.VersionedReader;
import dev.tenure.embedded.range.RangeLimits;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Estimates the sizes of ranges, and splits ranges into parts of equal size. Both read stored rows
 * only and add no conflicts.
 */
final class SizeQuestions {
  /**
   * Estimates are multiples of this size; FoundationDB's estimates come from samples that are as
   * coarse.
   */
  private static final long ESTIMATE_STEP_BYTES = 100;

  private static final int BATCH_BYTES = 1 << 20;

  private final TransactionAttempt attempt;

  SizeQuestions(TransactionAttempt attempt) {
    this.attempt = attempt;
  }

  CompletableFuture<Long> estimatedBytes(byte[] begin, byte[] end) {
    WritePath.requireInOrder(begin, end);
    byte[] from = begin.clone();
    byte[] to = KeyBytes.least(end, KeyLimits.END).clone();
    synchronized (attempt) {
      int refusal = attempt.refusal();
      if (refusal != TransactionAttempt.NONE) {
        return TransactionAttempt.failed(refusal);
      }
      return StoredRead.start(
          attempt, (stored, seen) -> estimate(stored.reader(), from, to), null, false);
    }
  }

  private static long estimate(VersionedReader reader, byte[] begin, byte[] end) {
    if (!KeyBytes.isBefore(begin, end)) {
      return 0;
    }
    long bytes = reader.estimateBytes(begin, end);
    return bytes - bytes % ESTIMATE_STEP_BYTES;
  }

  /** The begin, a key about every {@code chunk} bytes, and the end. */
  CompletableFuture<KeyArrayResult> splitPoints(byte[] begin, byte[] end, long chunk) {
    WritePath.requireInOrder(begin, end);
    byte[] from = begin.clone();
    byte[] to = end.clone();
    synchronized (attempt) {
      int refusal = attempt.refusal();
      if (refusal != TransactionAttempt.NONE) {
        return TransactionAttempt.failed(refusal);
      }
      byte[] readEnd = attempt.options.readEnd();
      if (KeyBytes.compare(from, readEnd) > 0 || KeyBytes.compare(to, readEnd) > 0) {
        return TransactionAttempt.failed(FdbErrors.KEY_OUTSIDE_LEGAL_RANGE);
      }
      return StoredRead.start(
          attempt, (stored, seen) -> result(split(stored.reader(), from, to, chunk)), null, false);
    }
  }

  private static List<byte[]> split(VersionedReader reader, byte[] begin, byte[] end, long chunk) {
    List<byte[]> points = new ArrayList<>();
    points.add(begin);
    if (chunk > 0) {
      addPoints(points, reader, begin, end, chunk);
    }
    points.add(end);
    return points;
  }

  private static void addPoints(
      List<byte[]> points, VersionedReader reader, byte[] begin, byte[] end, long chunk) {
    byte[] from = begin;
    long bytes = 0;
    while (KeyBytes.isBefore(from, end)) {
      List<KeyValue> rows = reader.range(from, end, false, Integer.MAX_VALUE, BATCH_BYTES);
      if (rows.isEmpty()) {
        return;
      }
      for (KeyValue row : rows) {
        if (bytes >= chunk && KeyBytes.isBefore(begin, row.getKey())) {
          points.add(row.getKey());
          bytes = 0;
        }
        bytes += RangeLimits.sizeOf(row);
      }
      from = KeyBytes.after(rows.get(rows.size() - 1).getKey());
    }
  }

  private static KeyArrayResult result(List<byte[]> keys) {
    int length = keys.stream().mapToInt(key -> key.length).sum();
    byte[] joined = new byte[length];
    int[] lengths = new int[keys.size()];
    int at = 0;
    for (int i = 0; i < lengths.length; i++) {
      byte[] key = keys.get(i);
      System.arraycopy(key, 0, joined, at, key.length);
      lengths[i] = key.length;
      at += key.length;
    }
    return new KeyArrayResult(joined, lengths);
  }
}
