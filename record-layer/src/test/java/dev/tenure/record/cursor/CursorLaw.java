package dev.tenure.record.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.CursorResult.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * The law of cursors: wherever a cursor is stopped, its slices are together the whole. Checked with
 * every kind of limit and every size of it, with limits mixed, and from behind every value; each
 * continuation goes through its bytes.
 */
public final class CursorLaw<T> {
  private static final int MIXES = 8;

  /** Runs a cursor from a continuation to its stop: one execution. */
  public interface Execution<T> {
    List<CursorResult<T>> run(Continuation from, ScanOptions options);
  }

  /** A limit of an execution. */
  public enum Kind {
    ROWS(Reason.ROW_LIMIT) {
      @Override
      ScanOptions limit(ScanOptions options, int size) {
        return options.withRowsMax(size);
      }
    },
    RECORDS(Reason.RECORD_LIMIT) {
      @Override
      ScanOptions limit(ScanOptions options, int size) {
        return options.withRecordsMax(size);
      }
    },
    BYTES(Reason.BYTE_LIMIT) {
      @Override
      ScanOptions limit(ScanOptions options, int size) {
        return options.withBytesMax((long) size * ROW_BYTES);
      }
    },
    TIME(Reason.TIME_LIMIT) {
      @Override
      ScanOptions limit(ScanOptions options, int size) {
        return options.withTimeMax(ROW_TIME.multipliedBy(size));
      }
    };

    private final Reason reason;

    Kind(Reason reason) {
      this.reason = reason;
    }

    abstract ScanOptions limit(ScanOptions options, int size);
  }

  /** What a row costs, about. */
  public static final int ROW_BYTES = 10;

  /** How long a row takes, about. */
  public static final Duration ROW_TIME = Duration.ofMillis(1);

  private final String name;
  private final Execution<T> execution;
  private final ScanOptions options;
  private final List<CursorResult<T>> whole;

  private CursorLaw(String name, Execution<T> execution, ScanOptions options) {
    this.name = name;
    this.execution = execution;
    this.options = options;
    this.whole = execution.run(Continuation.START, options);
  }

  /** Checks all of it; the values of the whole. */
  public static <T> List<T> check(
      String name, Execution<T> execution, ScanOptions options, RandomGenerator random) {
    CursorLaw<T> law = new CursorLaw<>(name, execution, options);
    law.checkWhole();
    law.checkEachValue();
    for (Kind kind : Kind.values()) {
      for (int size = 1; size <= law.whole.size(); size++) {
        law.checkSlices(List.of(new Limit(kind, size)));
      }
    }
    for (int i = 0; i < MIXES; i++) {
      law.checkSlices(law.mix(random));
    }
    return values(law.whole);
  }

  /** All results of a cursor. */
  public static <T> CompletableFuture<List<CursorResult<T>>> results(RecordCursor<T> cursor) {
    List<CursorResult<T>> results = new ArrayList<>();
    return AsyncLoop.whileTrue(
            () ->
                cursor
                    .next()
                    .thenApply(
                        result -> {
                          results.add(result);
                          return result.hasNext();
                        }))
        .thenApply(nothing -> results);
  }

  private record Limit(Kind kind, int size) {}

  private List<Limit> mix(RandomGenerator random) {
    List<Limit> limits = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
      limits.add(new Limit(kind, 1 + random.nextInt(whole.size())));
    }
    return limits;
  }

  private void checkWhole() {
    Set<Continuation> seen = new HashSet<>();
    for (CursorResult<T> result : whole) {
      assertFalse(result.continuation().isStart(), name);
      assertTrue(seen.add(result.continuation()), () -> name + " repeats " + result);
      assertEquals(!result.hasNext(), result.continuation().isEnd(), name);
    }
    assertEquals(Reason.SOURCE_EXHAUSTED, last(whole).reason(), name);
  }

  private void checkEachValue() {
    for (int i = 0; i < whole.size() - 1; i++) {
      Continuation behind = whole.get(i).continuation();
      List<CursorResult<T>> rest = execution.run(stored(behind), options);
      assertEquals(
          values(whole.subList(i + 1, whole.size())), values(rest), name + " from " + behind);
    }
  }

  /** Runs slices with these limits in turn until the end. */
  private void checkSlices(List<Limit> limits) {
    String what = name + " with " + limits;
    List<T> values = new ArrayList<>();
    Set<Continuation> seen = new HashSet<>(Set.of(Continuation.START));
    Continuation from = Continuation.START;
    for (int slice = 0; !from.isEnd(); slice++) {
      Limit limit = limits.get(slice % limits.size());
      List<CursorResult<T>> results =
          execution.run(stored(from), limit.kind().limit(options, limit.size()));
      checkSlice(results, limit, seen, what + " at " + from);
      values.addAll(values(results));
      from = last(results).continuation();
    }
    assertEquals(values(whole), values, what);
  }

  private void checkSlice(
      List<CursorResult<T>> results, Limit limit, Set<Continuation> seen, String what) {
    for (CursorResult<T> each : results.subList(0, results.size() - 1)) {
      assertTrue(seen.add(each.continuation()), () -> what + " repeats " + each);
    }
    CursorResult<T> stop = last(results);
    boolean atLastValue =
        results.size() > 1
            && results.get(results.size() - 2).continuation().equals(stop.continuation());
    assertTrue(atLastValue || seen.add(stop.continuation()), () -> what + " repeats " + stop);
    boolean end = stop.continuation().isEnd();
    assertEquals(end ? Reason.SOURCE_EXHAUSTED : limit.kind().reason, stop.reason(), what);
    if (limit.kind() == Kind.ROWS) {
      assertTrue(results.size() - 1 <= limit.size(), what);
    }
  }

  private static Continuation stored(Continuation continuation) {
    Continuation back = Continuation.fromBytes(continuation.toBytes());
    assertEquals(continuation, back);
    return back;
  }

  private static <T> CursorResult<T> last(List<CursorResult<T>> results) {
    return results.get(results.size() - 1);
  }

  private static <T> List<T> values(List<CursorResult<T>> results) {
    return results.stream().filter(CursorResult::hasNext).map(CursorResult::value).toList();
  }
}
