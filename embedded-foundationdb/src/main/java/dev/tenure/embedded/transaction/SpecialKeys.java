package dev.tenure.embedded.transaction;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.range.RangeBatch;
import dev.tenure.embedded.range.RangeLimits;
import dev.tenure.embedded.range.Selector;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;
import dev.tenure.embedded.write.RangeUnion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads the special keys after FF FF that describe the transaction itself: under {@code
 * \xff\xff/transaction/} its {@code conflicting_keys/}, {@code read_conflict_range/} and {@code
 * write_conflict_range/}. Each of them lists the borders of its ranges: a key with value {@code 1}
 * begins a range, and a key with value {@code 0} ends it. The other special keys, which describe a
 * cluster, do not exist in the engine.
 */
final class SpecialKeys {
  private static final byte[] MODULE = KeyLimits.bytes("\u00ff\u00ff/transaction/");
  private static final byte[] MODULE_END = KeyLimits.bytes("\u00ff\u00ff/transaction0");
  private static final byte[] CONFLICTING = sub("conflicting_keys/");
  private static final byte[] READ_CONFLICTS = sub("read_conflict_range/");
  private static final byte[] READ_CONFLICTS_END = sub("read_conflict_range0");
  private static final byte[] WRITE_CONFLICTS = sub("write_conflict_range/");
  private static final byte[] BEGINS = {'1'};
  private static final byte[] ENDS = {'0'};

  private final TransactionAttempt attempt;

  SpecialKeys(TransactionAttempt attempt) {
    this.attempt = attempt;
  }

  private static byte[] sub(String name) {
    return KeyLimits.bytes("\u00ff\u00ff/transaction/" + name);
  }

  /** Whether a range read is one of special keys. */
  static boolean holds(KeySelector begin, KeySelector end) {
    return KeyLimits.isSpecial(begin.getKey())
        && KeyBytes.compare(end.getKey(), KeyLimits.END) >= 0
        && KeyBytes.compare(end.getKey(), KeyLimits.SPECIAL_END) <= 0;
  }

  CompletableFuture<byte @Nullable []> get(byte[] key) {
    byte[] after = KeyLimits.after(key);
    if (!KeyBytes.isBefore(key, after)) {
      return CompletableFuture.completedFuture(null);
    }
    int refusal = refusal(key, after);
    if (refusal != TransactionAttempt.NONE) {
      return TransactionAttempt.failed(refusal);
    }
    List<KeyValue> rows = rows(key, after);
    return CompletableFuture.completedFuture(rows.isEmpty() ? null : rows.get(0).getValue());
  }

  CompletableFuture<RangeBatch> getRange(
      KeySelector from, KeySelector to, RangeLimits limits, boolean reverse) {
    if (!limits.isLegal()) {
      return TransactionAttempt.failed(FdbErrors.RANGE_LIMITS_INVALID);
    }
    Selector begin = Selector.of(from);
    Selector end = Selector.of(to);
    if (limits.isReached() || (begin.offset() >= end.offset() && begin.isAtOrAfter(end.key()))) {
      return CompletableFuture.completedFuture(RangeBatch.EMPTY);
    }
    int refusal = refusal(begin.key(), end.key());
    if (refusal != TransactionAttempt.NONE) {
      return TransactionAttempt.failed(refusal);
    }
    return CompletableFuture.completedFuture(
        limited(rows(resolve(begin), resolve(end)), limits, reverse));
  }

  /**
   * The error code of a read that is not within one kind of special keys, unless the relaxed option
   * is set.
   */
  private int refusal(byte[] begin, byte[] end) {
    boolean beginsInside =
        KeyBytes.compare(begin, MODULE) >= 0 && KeyBytes.isBefore(begin, MODULE_END);
    boolean endsInside = KeyBytes.compare(end, MODULE_END) <= 0;
    if (beginsInside && endsInside) {
      return refusalAfterReads(begin, end);
    }
    if (attempt.options.specialKeysRelaxed) {
      boolean coversOthers = KeyBytes.isBefore(begin, MODULE) && KeyBytes.isBefore(MODULE_END, end);
      return coversOthers ? FdbErrors.SPECIAL_KEYS_API_FAILURE : refusalAfterReads(begin, end);
    }
    boolean onOneSide = !beginsInside && (KeyBytes.compare(end, MODULE) <= 0 || !endsInside);
    boolean around = KeyBytes.isBefore(begin, MODULE) && KeyBytes.isBefore(MODULE, end);
    return onOneSide && !around
        ? FdbErrors.SPECIAL_KEYS_NO_MODULE_FOUND
        : FdbErrors.SPECIAL_KEYS_CROSS_MODULE_READ;
  }

  /**
   * The error code of a read of the read conflicts, which are known only when all reads have ended
   * without failure.
   */
  private int refusalAfterReads(byte[] begin, byte[] end) {
    boolean asksForReads =
        KeyBytes.isBefore(begin, READ_CONFLICTS_END) && KeyBytes.isBefore(READ_CONFLICTS, end);
    return asksForReads ? attempt.refusalAfterReads() : TransactionAttempt.NONE;
  }

  private byte[] resolve(Selector selector) {
    if (selector.isFirstAtOrAfter()) {
      return selector.key();
    }
    List<KeyValue> all = rows(MODULE, MODULE_END);
    int place = 0;
    while (place < all.size() && KeyBytes.isBefore(all.get(place).getKey(), selector.key())) {
      place++;
    }
    int moved = place + selector.offset() - 1;
    if (moved < 0) {
      return MODULE;
    }
    return moved < all.size() ? all.get(moved).getKey() : MODULE_END;
  }

  private List<KeyValue> rows(byte[] begin, byte[] end) {
    List<KeyValue> rows = new ArrayList<>();
    addBorders(rows, CONFLICTING, attempt.conflictingRanges);
    addBorders(rows, READ_CONFLICTS, RangeUnion.of(attempt.readConflicts.merged()));
    addBorders(rows, WRITE_CONFLICTS, writeConflicts());
    rows.removeIf(
        row -> KeyBytes.isBefore(row.getKey(), begin) || KeyBytes.compare(row.getKey(), end) >= 0);
    return rows;
  }

  private List<Range> writeConflicts() {
    List<Range> ranges = new ArrayList<>();
    ranges.addAll(
        attempt.options.readYourWritesDisabled
            ? attempt.directWrites.conflicts()
            : attempt.writes.currentConflicts());
    byte[] stamp = attempt.shownStamp;
    long version = attempt.leastCommitVersion();
    for (byte[] key : attempt.versionstampedKeys) {
      if (stamp == null) {
        ranges.add(StampedKeyRange.of(key, version, attempt.options.readEnd()));
      } else {
        byte[] committed = StampedKeyRange.committed(key, stamp);
        ranges.add(new Range(committed, KeyBytes.after(committed)));
      }
    }
    return RangeUnion.of(ranges);
  }

  private static void addBorders(List<KeyValue> rows, byte[] prefix, List<Range> ranges) {
    for (Range range : ranges) {
      rows.add(new KeyValue(join(prefix, range.begin), BEGINS));
      if (KeyBytes.isBefore(range.end, KeyLimits.END)) {
        rows.add(new KeyValue(join(prefix, range.end), ENDS));
      }
    }
  }

  private static byte[] join(byte[] prefix, byte[] key) {
    byte[] joined = Arrays.copyOf(prefix, prefix.length + key.length);
    System.arraycopy(key, 0, joined, prefix.length, key.length);
    return joined;
  }

  private static RangeBatch limited(List<KeyValue> rows, RangeLimits limits, boolean reverse) {
    if (reverse) {
      Collections.reverse(rows);
    }
    for (int i = 0; i < rows.size(); i++) {
      limits.take(rows.get(i));
      if (limits.isReached()) {
        return new RangeBatch(rows.subList(0, i + 1), true, false, false);
      }
    }
    return new RangeBatch(rows, false, false, false);
  }
}
