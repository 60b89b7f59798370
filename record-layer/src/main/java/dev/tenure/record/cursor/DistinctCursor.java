package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Returns the first of consecutive values with equal keys. The continuation has the key of the last
 * value.
 */
final class DistinctCursor<T> implements RecordCursor<T> {
  private final RecordCursor<T> source;
  private final Function<? super T, Tuple> key;
  private byte @Nullable [] last;

  DistinctCursor(Continuation from, CursorSource<T> source, Function<? super T, Tuple> key) {
    this.key = key;
    Continuation inner = Continuation.START;
    if (!from.isStart()) {
      Continuation node = from.require(Operator.DISTINCT, 0, 1);
      last = MaybeBytes.decode(node.state());
      inner = node.children().get(0);
    }
    this.source = source.resume(inner);
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(() -> source.next().thenApply(this::taken));
  }

  private Optional<CursorResult<T>> taken(CursorResult<T> result) {
    if (result instanceof CursorResult.Value<T> value) {
      byte[] packed =
          Results.require(key.apply(value.value()), "key function of distinct", "tuple").pack();
      if (Arrays.equals(packed, last)) {
        return Optional.empty();
      }
      last = packed;
    }
    return Optional.of(Results.within(result, this::in));
  }

  private Continuation in(Continuation inner) {
    return Continuation.of(Operator.DISTINCT, 0, MaybeBytes.encode(last), List.of(inner));
  }

  @Override
  public void close() {
    source.close();
  }
}
