package dev.tenure.record.cursor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The outermost cursor of a plan. A continuation must have the plan's identities; an error names
 * the first one that differs. The first identity is the fingerprint of the continuation, the others
 * are its state.
 */
final class PlanCursor<T> implements DerivedCursor<T, T> {
  private final long fingerprint;
  private final byte[] state;
  private final RecordCursor<T> source;

  PlanCursor(Map<String, Long> identities, Continuation from, CursorSource<T> source) {
    List<Long> values = List.copyOf(identities.values());
    ByteBuffer packed = ByteBuffer.allocate((values.size() - 1) * Long.BYTES);
    values.subList(1, values.size()).forEach(packed::putLong);
    this.fingerprint = values.get(0);
    this.state = packed.array();
    Continuation inner = from;
    if (!from.isStart()) {
      requireSame(List.copyOf(identities.entrySet()), from);
      inner = from.require(Operator.PLAN, fingerprint, 1).children().get(0);
    }
    this.source = StrictCursor.unwrapped(source.resume(inner));
  }

  private static void requireSame(List<Map.Entry<String, Long>> identities, Continuation from) {
    if (from.tag() != Continuation.Tag.OPERATOR || from.operator() != Operator.PLAN) {
      return;
    }
    List<Long> found = new ArrayList<>(List.of(from.fingerprint()));
    ByteBuffer others = ByteBuffer.wrap(from.state());
    while (others.remaining() >= Long.BYTES) {
      found.add(others.getLong());
    }
    if (found.size() != identities.size() || others.hasRemaining()) {
      throw ContinuationCodec.refused(
          "has " + found.size() + " fingerprints of plans, expected " + identities.size());
    }
    for (int i = 0; i < found.size(); i++) {
      Map.Entry<String, Long> identity = identities.get(i);
      if (!found.get(i).equals(identity.getValue())) {
        throw ContinuationCodec.refused(
            String.format(
                "is of another %s: %016x, not %016x",
                identity.getKey(), found.get(i), identity.getValue()));
      }
    }
  }

  @Override
  public RecordCursor<T> source() {
    return source;
  }

  @Override
  public CursorResult<T> derive(CursorResult<T> result) {
    return Results.within(result, this::in);
  }

  private Continuation in(Continuation inner) {
    return Continuation.of(Operator.PLAN, fingerprint, state, List.of(inner));
  }
}
