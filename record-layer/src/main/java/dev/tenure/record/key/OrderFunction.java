package dev.tenure.record.key;

import dev.tenure.record.error.RecordLayerException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The function that encodes a column in an order. */
record OrderFunction(KeyOrder order) implements KeyFunction.Invertible {

  @Override
  public String name() {
    return order.functionName();
  }

  @Override
  public Signature signature() {
    return Signature.of(List.of(ValueType.ANY), ValueType.BYTES);
  }

  @Override
  public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
    return List.of(List.of(order.encode(arguments.get(0))));
  }

  @Override
  public boolean isNull(@Nullable Object result) {
    return result instanceof byte[] bytes && order.isNull(bytes);
  }

  @Override
  public @Nullable Object argumentOf(Object result) {
    if (result instanceof byte[] bytes) {
      return order.decode(bytes);
    }
    throw new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "column of " + name() + " is a " + result.getClass().getName() + ", expected bytes");
  }
}
