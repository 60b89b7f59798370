package dev.tenure.record.cursor;

import java.util.concurrent.CompletableFuture;

/** A cursor whose results are given by the test, one for each call of {@code next}. */
final class ManualCursor implements RecordCursor<Integer> {
  CompletableFuture<CursorResult<Integer>> asked = new CompletableFuture<>();
  boolean closed;
  private int given;

  @Override
  public CompletableFuture<CursorResult<Integer>> next() {
    asked = new CompletableFuture<>();
    return asked;
  }

  void give(int value) {
    given++;
    asked.complete(new CursorResult.Value<>(value, Continuation.at(1, new byte[] {(byte) given})));
  }

  void end() {
    asked.complete(CursorResult.Stop.exhausted());
  }

  @Override
  public void close() {
    closed = true;
  }
}
