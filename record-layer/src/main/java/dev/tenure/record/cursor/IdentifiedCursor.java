package dev.tenure.record.cursor;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A whole plan, by several identities that a continuation must agree in: the first that differs is
 * named in the error. State: the identities.
 */
final class IdentifiedCursor<T> implements RecordCursor<T> {
  private static final long FINGERPRINT = 1;

  private final byte[] state;
  private final RecordCursor<T> source;

  IdentifiedCursor(Map<String, Long> identities, Continuation from, CursorSource<T> source) {
    ByteBuffer packed = ByteBuffer.allocate(identities.size() * Long.BYTES);
    identities.values().forEach(packed::putLong);
    this.state = packed.array();
    Continuation inner = from;
    if (!from.isStart()) {
      Continuation node = from.require(Operator.PLAN, FINGERPRINT, 1);
      requireSame(identities, node.state());
      inner = node.children().get(0);
    }
    this.source = source.resume(inner);
  }

  private static void requireSame(Map<String, Long> identities, byte[] given) {
    ByteBuffer found = ByteBuffer.wrap(given);
    for (Map.Entry<String, Long> identity : identities.entrySet()) {
      if (found.remaining() < Long.BYTES) {
        throw ContinuationCodec.refused("has no " + identity.getKey());
      }
      long other = found.getLong();
      if (other != identity.getValue()) {
        throw ContinuationCodec.refused(
            String.format(
                "is of another %s: %016x, not %016x",
                identity.getKey(), other, identity.getValue()));
      }
    }
    if (found.hasRemaining()) {
      throw ContinuationCodec.refused("has " + found.remaining() + " bytes too many");
    }
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return source.next().thenApply(result -> Results.within(result, this::in));
  }

  private Continuation in(Continuation inner) {
    return Continuation.of(Operator.PLAN, FINGERPRINT, state, List.of(inner));
  }

  @Override
  public void close() {
    source.close();
  }
}
