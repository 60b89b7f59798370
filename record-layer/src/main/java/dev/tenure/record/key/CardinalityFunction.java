package dev.tenure.record.key;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The function {@code cardinality}: the number of elements of a concatenated field; 0 when the
 * message around it is not set.
 */
record CardinalityFunction() implements KeyFunction {
  static final String NAME = "cardinality";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Signature signature() {
    return Signature.of(List.of(ValueType.LIST), ValueType.INTEGER);
  }

  @Override
  public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
    if (arguments.get(0) instanceof List<?> elements) {
      return List.of(List.of((long) elements.size()));
    }
    throw new IllegalArgumentException("the argument is no list");
  }
}
