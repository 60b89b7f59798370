package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Checks a ranked set part by part: first that the members have their fingers, and then the counts
 * of each level. A part of a level is compared with the rows of the level below that it counts; one
 * transaction reads both.
 */
final class RankedSetVerifier {
  /** A finger counts so many rows on the average. */
  private static final int FAN_OUT = 16;

  private final RankedSetKeys keys;
  private final RankedSetRows rows;

  RankedSetVerifier(RankedSetKeys keys, RankedSetRows rows) {
    this.keys = keys;
    this.rows = rows;
  }

  /** The findings in one part of the set. */
  private static final class Findings {
    private final List<String> faults = new ArrayList<>();
    private int spare;
    private int read;

    RankedSetCheck check(Optional<Tuple> next) {
      return new RankedSetCheck(faults, spare, read, next);
    }
  }

  /** A finger, or the head of a level that has no row. */
  private static final class Finger {
    private final byte[] member;
    private final long number;

    Finger(byte[] member, long number) {
      this.member = member;
      this.number = number;
    }

    byte[] member() {
      return member;
    }

    long number() {
      return number;
    }
  }

  CompletableFuture<RankedSetCheck> verify(RecordContext context, Tuple from, int rowsMax) {
    int level = Math.toIntExact(from.getLong(0));
    byte[] member = from.getBytes(1);
    if (level < 0 || level >= keys.levelCount()) {
      throw new IllegalArgumentException(
          "level is " + level + ", the set has " + keys.levelCount());
    }
    return level == 0
        ? members(context, member, rowsMax)
        : fingers(context, level, member, Math.max(1, rowsMax / FAN_OUT));
  }

  private CompletableFuture<RankedSetCheck> members(
      RecordContext context, byte[] from, int rowsMax) {
    Findings findings = new Findings();
    return read(context, keys.row(0, from), keys.end(0), rowsMax)
        .thenCompose(
            found -> {
              findings.read += found.size();
              List<CompletableFuture<Void>> checks = new ArrayList<>();
              found.forEach(row -> checks.addAll(member(context, row, findings)));
              return AsyncLoop.all(checks)
                  .thenApply(
                      done ->
                          findings.check(
                              Optional.of(
                                  found.size() < rowsMax
                                      ? position(1, RankedSetKeys.HEAD)
                                      : position(0, behind(keys.member(0, last(found)))))));
            });
  }

  private List<CompletableFuture<Void>> member(
      RecordContext context, KeyValue row, Findings findings) {
    byte[] member = keys.member(0, row);
    if (member.length == 0 || keys.number(row) == 0) {
      findings.faults.add(
          describe(0, member) + " has " + keys.number(row) + " copies, expected 1 or more of one");
    }
    List<CompletableFuture<Void>> checks = new ArrayList<>();
    for (int level = 1; level <= keys.height(member); level++) {
      checks.add(requireFinger(context, level, member, "the member has that height", findings));
    }
    return checks;
  }

  private CompletableFuture<Void> requireFinger(
      RecordContext context, int level, byte[] member, String why, Findings findings) {
    findings.read++;
    return context
        .reader(true)
        .get(keys.row(level, member))
        .thenAccept(
            value -> {
              if (value == null) {
                synchronized (findings) {
                  findings.faults.add(describe(level, member) + " is absent, but " + why);
                }
              }
            });
  }

  private CompletableFuture<RankedSetCheck> fingers(
      RecordContext context, int level, byte[] from, int fingersMax) {
    Findings findings = new Findings();
    return read(context, keys.row(level, from), keys.end(level), fingersMax + 1)
        .thenCompose(
            found -> {
              findings.read += found.size();
              List<Finger> fingers = fingers(level, from, found);
              boolean more = found.size() > fingersMax;
              byte[] end = more ? fingers.get(fingers.size() - 1).member() : RankedSetKeys.HEAD;
              List<Finger> whole = more ? fingers.subList(0, fingers.size() - 1) : fingers;
              return counts(context, level, whole, end, findings)
                  .thenCompose(nothing -> borders(context, level, whole, findings))
                  .thenApply(nothing -> findings.check(next(level, more, end)));
            });
  }

  private Optional<Tuple> next(int level, boolean more, byte[] end) {
    if (more) {
      return Optional.of(position(level, end));
    }
    return level + 1 < keys.levelCount()
        ? Optional.of(position(level + 1, RankedSetKeys.HEAD))
        : Optional.empty();
  }

  /** The fingers of rows; before them the head, when it has no row. */
  private List<Finger> fingers(int level, byte[] from, List<KeyValue> found) {
    List<Finger> fingers = new ArrayList<>();
    boolean headIsAbsent = found.isEmpty() || keys.member(level, found.get(0)).length > 0;
    if (from.length == 0 && headIsAbsent) {
      fingers.add(new Finger(RankedSetKeys.HEAD, 0));
    }
    found.forEach(row -> fingers.add(new Finger(keys.member(level, row), keys.number(row))));
    return fingers;
  }

  /**
   * Compares what fingers count with the level below.
   *
   * @param end the finger behind them; of no bytes when there is none
   */
  private CompletableFuture<Void> counts(
      RecordContext context, int level, List<Finger> fingers, byte[] end, Findings findings) {
    if (fingers.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    byte[] below = end.length == 0 ? keys.end(level - 1) : keys.row(level - 1, end);
    return read(context, keys.row(level - 1, fingers.get(0).member()), below, 0)
        .thenAccept(
            found -> {
              findings.read += found.size();
              int at = 0;
              for (int i = 0; i < fingers.size(); i++) {
                long sum = 0;
                while (at < found.size()
                    && (i + 1 == fingers.size()
                        || Arrays.compareUnsigned(
                                keys.member(level - 1, found.get(at)), fingers.get(i + 1).member())
                            < 0)) {
                  sum += rows.weight(level - 1, found.get(at++));
                }
                Finger finger = fingers.get(i);
                if (sum != finger.number()) {
                  findings.faults.add(
                      describe(level, finger.member())
                          + " counts "
                          + finger.number()
                          + ", expected "
                          + sum
                          + " from the level below");
                }
              }
            });
  }

  /** Checks that each finger has a finger or a member below it, and may be on its level. */
  private CompletableFuture<Void> borders(
      RecordContext context, int level, List<Finger> fingers, Findings findings) {
    List<CompletableFuture<Void>> checks = new ArrayList<>();
    for (Finger finger : fingers) {
      if (finger.member().length == 0) {
        continue;
      }
      int height = keys.height(finger.member());
      if (height < level) {
        findings.faults.add(
            describe(level, finger.member()) + " is there, but the height is " + height);
      }
      checks.add(
          level == 1
              ? countSpare(context, finger.member(), findings)
              : requireFinger(context, level - 1, finger.member(), "there is one above", findings));
    }
    return AsyncLoop.all(checks).thenApply(done -> null);
  }

  private CompletableFuture<Void> countSpare(
      RecordContext context, byte[] member, Findings findings) {
    findings.read++;
    return context
        .reader(true)
        .get(keys.row(0, member))
        .thenAccept(
            value -> {
              if (value == null) {
                synchronized (findings) {
                  findings.spare++;
                }
              }
            });
  }

  /** Rows of a range; all of them when the limit is 0. */
  private static CompletableFuture<List<KeyValue>> read(
      RecordContext context, byte[] begin, byte[] end, int rowsMax) {
    StreamingMode mode =
        rowsMax == ReadTransaction.ROW_LIMIT_UNLIMITED
            ? StreamingMode.WANT_ALL
            : StreamingMode.EXACT;
    return context.reader(true).getRange(begin, end, rowsMax, false, mode).asList();
  }

  private static KeyValue last(List<KeyValue> found) {
    return found.get(found.size() - 1);
  }

  /** The least bytes behind a member's. */
  private static byte[] behind(byte[] member) {
    return ByteArrayUtil.keyAfter(member);
  }

  private static Tuple position(int level, byte[] member) {
    return Tuple.from(level, member);
  }

  private String describe(int level, byte[] member) {
    return (level == 0 ? "member " : "finger of level " + level + " ")
        + ByteArrayUtil.printable(keys.row(level, member));
  }
}
