package dev.tenure.record.index.text;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.error.RecordLayerException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The records of postings. All parts of a query continue from one record. So a continuation holds
 * {@code 00} and the key of the last returned record, or {@code 01} and the key of the first record
 * that was not examined.
 */
final class TextCursor implements RecordCursor<byte[]> {
  private static final byte BEHIND = 0;
  private static final byte AT = 1;

  private final Postings postings;
  private final ScanBudget budget;
  private final long fingerprint;
  private final int rowsMax;
  private Bound bound;
  private int rows;

  TextCursor(Postings postings, ScanBudget budget, long fingerprint, Bound from, int rowsMax) {
    this.postings = postings;
    this.budget = budget;
    this.fingerprint = fingerprint;
    this.bound = from;
    this.rowsMax = rowsMax;
  }

  /**
   * The position at which a scan continues.
   *
   * @param scan the name of the scan, for errors
   * @throws RecordLayerException CONTINUATION_REFUSED
   */
  static Bound from(Continuation from, long fingerprint, String scan) {
    if (from.isStart()) {
      return Bound.start();
    }
    byte[] position = from.position(fingerprint, scan);
    if (position.length == 0 || position[0] < BEHIND || position[0] > AT) {
      throw new RecordLayerException(
          RecordLayerException.Code.CONTINUATION_REFUSED,
          "continuation has no position of a text scan (" + scan + ")");
    }
    byte[] key = Arrays.copyOfRange(position, 1, position.length);
    return position[0] == BEHIND ? Bound.behind(key) : Bound.at(key);
  }

  @Override
  public CompletableFuture<CursorResult<byte[]>> next() {
    if (rows > 0) {
      Optional<CursorResult.Reason> reason =
          rowsMax > 0 && rows >= rowsMax
              ? Optional.of(CursorResult.Reason.ROW_LIMIT)
              : budget.requireOrReached();
      if (reason.isPresent()) {
        return CompletableFuture.completedFuture(stop(reason.get()));
      }
    }
    return postings.advance(bound).thenApply(this::result);
  }

  private CursorResult<byte[]> result(Step step) {
    return switch (step.kind()) {
      case ENDED -> CursorResult.Stop.exhausted();
      case STOPPED -> {
        bound = step.bound();
        yield stop(budget.reached().orElse(CursorResult.Reason.RECORD_LIMIT));
      }
      case FOUND -> {
        byte[] record = PostingSteps.record(step.bound());
        bound = Bound.behind(record);
        rows++;
        yield new CursorResult.Value<>(record, continuation());
      }
    };
  }

  private CursorResult<byte[]> stop(CursorResult.Reason reason) {
    return new CursorResult.Stop<>(reason, continuation());
  }

  private Continuation continuation() {
    byte[] key = PostingSteps.record(bound);
    byte[] position = new byte[key.length + 1];
    position[0] = bound.isBehind() ? BEHIND : AT;
    System.arraycopy(key, 0, position, 1, key.length);
    return Continuation.at(fingerprint, position);
  }

  @Override
  public void close() {
    postings.close();
  }
}
