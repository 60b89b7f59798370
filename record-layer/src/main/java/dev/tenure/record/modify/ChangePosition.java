package dev.tenure.record.modify;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The point at which a change by query continues, and the counts of what the change has done before
 * that point. A position can be kept outside of the process as bytes. It belongs to one change of
 * one store; any other change refuses it. Immutable.
 *
 * <pre>
 * format 1, fingerprint of the change, of the plan, continuation of the plan,
 * extent and primary key of the last record, scanned, matched, changed, skipped, refused
 * </pre>
 */
public final class ChangePosition {
  private static final long FORMAT = 1;
  private static final int COLUMNS = 10;
  private static final int FIRST_COUNT = 5;

  private final long change;
  private final long plan;
  private final Continuation continuation;
  private final Tuple last;
  private final ChangeProgress progress;

  /**
   * Creates a position.
   *
   * @param last extent and primary key of the last record that was looked at; empty before the
   *     first
   */
  ChangePosition(
      long change, long plan, Continuation continuation, Tuple last, ChangeProgress progress) {
    this.change = change;
    this.plan = plan;
    this.continuation = continuation;
    this.last = last;
    this.progress = progress;
  }

  /** The position at which the first run of a change begins. */
  static ChangePosition start(long change) {
    return new ChangePosition(change, 0, Continuation.START, new Tuple(), ChangeProgress.NONE);
  }

  /**
   * Decodes the bytes that {@link #toBytes()} returned.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the bytes are no position
   */
  public static ChangePosition fromBytes(byte[] bytes) {
    Tuple read =
        PackedTuples.unpack(bytes, 0)
            .filter(ChangePosition::isPosition)
            .orElseThrow(() -> refused("has an unknown format, expected format " + FORMAT));
    Tuple last = read.getNestedTuple(4);
    try {
      return new ChangePosition(
          read.getLong(1),
          read.getLong(2),
          Continuation.fromBytes(read.getBytes(3)),
          last,
          new ChangeProgress(
              read.getLong(FIRST_COUNT),
              read.getLong(6),
              read.getLong(7),
              read.getLong(8),
              read.getLong(9),
              last.isEmpty() ? Optional.empty() : Optional.of(last.popFront())));
    } catch (IllegalArgumentException e) {
      throw refused("is damaged: " + e.getMessage());
    }
  }

  private static boolean isPosition(Tuple read) {
    return read.size() == COLUMNS
        && Objects.equals(read.get(0), FORMAT)
        && read.get(1) instanceof Long
        && read.get(2) instanceof Long
        && read.get(3) instanceof byte[]
        && read.get(4) instanceof List<?>
        && IntStream.range(FIRST_COUNT, COLUMNS).allMatch(i -> read.get(i) instanceof Long);
  }

  /** Encodes the position. */
  public byte[] toBytes() {
    return Tuple.from(
            FORMAT,
            change,
            plan,
            continuation.toBytes(),
            last,
            progress.scanned(),
            progress.matched(),
            progress.changed(),
            progress.skipped(),
            progress.refused())
        .pack();
  }

  /** The counts of the change before this position. */
  public ChangeProgress progress() {
    return progress;
  }

  /** Whether the change has no more records to look at. */
  public boolean isEnd() {
    return continuation.isEnd();
  }

  /**
   * Returns this position if it belongs to the change.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED
   */
  ChangePosition require(long wanted, QueryChange of) {
    if (change != wanted) {
      throw refused(
          "belongs to another change, expected \""
              + of
              + "\", with these parameters, in this store");
    }
    return this;
  }

  /**
   * The continuation of a plan. When the position was reached by another plan, this plan begins
   * anew.
   */
  Continuation continuation(long wanted) {
    return plan == wanted ? continuation : Continuation.START;
  }

  /** Whether a change in the order of keys has already looked at the record with this key. */
  boolean isBehind(Tuple key) {
    return !last.isEmpty() && Arrays.compareUnsigned(last.pack(), key.pack()) >= 0;
  }

  Tuple last() {
    return last;
  }

  private static RecordLayerException refused(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.CONTINUATION_REFUSED, "position of a change by query " + what);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ChangePosition that && Arrays.equals(toBytes(), that.toBytes());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(toBytes());
  }

  @Override
  public String toString() {
    return (isEnd() ? "END, " : "") + progress;
  }
}
