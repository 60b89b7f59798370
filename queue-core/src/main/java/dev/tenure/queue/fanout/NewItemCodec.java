package dev.tenure.queue.fanout;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.PayloadException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An item that is to be enqueued, as a payload: a tuple (bytes in docs/formats/queue.md). */
final class NewItemCodec implements PayloadCodec<NewItem> {
  private static final long FORMAT = 1;

  @Override
  public ContentType contentType() {
    return ContentType.RAW;
  }

  @Override
  public byte[] encode(NewItem item) {
    Tuple attributes = new Tuple();
    for (Map.Entry<String, String> each : item.body().attributes().entrySet()) {
      attributes = attributes.add(each.getKey()).add(each.getValue());
    }
    return Tuple.from(
            FORMAT,
            item.type(),
            item.schemaVersion(),
            item.id().orElse(null),
            item.group().orElse(null),
            item.priority(),
            item.delay().toMillis(),
            item.body().contentType().name(),
            item.body().payload(),
            attributes)
        .pack();
  }

  @Override
  public NewItem decode(byte[] bytes) {
    try {
      Tuple stored = Tuple.fromBytes(bytes);
      if (stored.getLong(0) != FORMAT) {
        throw new PayloadException(
            "the item of a fan-out has format " + stored.getLong(0) + ", expected " + FORMAT, null);
      }
      Tuple pairs = stored.getNestedTuple(9);
      Map<String, String> attributes = new TreeMap<>();
      for (int i = 0; i < pairs.size(); i += 2) {
        attributes.put(pairs.getString(i), pairs.getString(i + 1));
      }
      return new NewItem(
          stored.getString(1),
          Math.toIntExact(stored.getLong(2)),
          new ItemBody(ContentType.valueOf(stored.getString(7)), stored.getBytes(8), attributes),
          Math.toIntExact(stored.getLong(5)),
          Duration.ofMillis(stored.getLong(6)),
          Optional.ofNullable(stored.getString(3)),
          Optional.ofNullable(stored.getString(4)));
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | ClassCastException
        | NullPointerException
        | ArithmeticException e) {
      throw new PayloadException("the item of a fan-out cannot be read: " + e.getMessage(), e);
    }
  }
}
