package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.tuple.PackedTuples;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The first values of a source by a key, in the order of keys: the whole source is read, and so
 * many values are held. State: the values held, each with its key; while the source is read, the
 * best of those up to there, and then those that are still to be given.
 */
final class TopCursor<T> implements RecordCursor<T> {
  private final int count;
  private final Function<? super T, Tuple> key;
  private final Function<? super T, Tuple> encode;
  private final Function<Tuple, T> decode;
  private final RecordCursor<T> source;
  private final TreeMap<ByteBuffer, Tuple> held = new TreeMap<>(TopCursor::order);
  private Continuation behind = Continuation.START;

  TopCursor(
      int count,
      Continuation from,
      CursorSource<T> source,
      Function<? super T, Tuple> key,
      Function<? super T, Tuple> encode,
      Function<Tuple, T> decode) {
    if (count < 1) {
      throw new IllegalArgumentException("top of " + count + " values, the least is 1");
    }
    this.count = count;
    this.key = key;
    this.encode = encode;
    this.decode = decode;
    if (!from.isStart()) {
      Continuation node = from.require(Operator.TOP, count, 1);
      behind = node.children().get(0);
      hold(node.state());
    }
    this.source = source.resume(behind);
  }

  private static int order(ByteBuffer one, ByteBuffer other) {
    return Arrays.compareUnsigned(one.array(), other.array());
  }

  private void hold(byte[] state) {
    Tuple items =
        PackedTuples.unpack(state, 0)
            .filter(tuple -> tuple.size() <= 2 * count && tuple.size() % 2 == 0)
            .orElseThrow(() -> ContinuationCodec.refused("holds no values of a top"));
    for (int i = 0; i < items.size(); i += 2) {
      if (!(items.get(i) instanceof byte[] packed) || !(items.get(i + 1) instanceof List<?> list)) {
        throw ContinuationCodec.refused("holds no values of a top");
      }
      held.put(ByteBuffer.wrap(packed), Tuple.fromList(list));
    }
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(this::step);
  }

  private CompletableFuture<Optional<CursorResult<T>>> step() {
    if (behind.isEnd()) {
      return CompletableFuture.completedFuture(Optional.of(give()));
    }
    return source.next().thenApply(this::take);
  }

  private Optional<CursorResult<T>> take(CursorResult<T> result) {
    behind = result.continuation();
    if (result.hasNext()) {
      T value = result.value();
      held.put(ByteBuffer.wrap(key.apply(value).pack()), encode.apply(value));
      if (held.size() > count) {
        held.pollLastEntry();
      }
      return Optional.empty();
    }
    return result.reason().isLimit()
        ? Optional.of(new CursorResult.Stop<>(result.reason(), continuation()))
        : Optional.empty();
  }

  private CursorResult<T> give() {
    Map.Entry<ByteBuffer, Tuple> first = held.pollFirstEntry();
    return first == null
        ? CursorResult.Stop.exhausted()
        : new CursorResult.Value<>(decode.apply(first.getValue()), continuation());
  }

  private Continuation continuation() {
    List<Object> items = new ArrayList<>();
    held.forEach(
        (packed, value) -> {
          items.add(packed.array());
          items.add(value);
        });
    byte[] state = Tuple.fromList(items).pack();
    return Continuation.of(Operator.TOP, count, state, List.of(behind));
  }

  @Override
  public void close() {
    source.close();
  }
}
