package dev.tenure.examples.geohash;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunction;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.ValueType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cell of a point, as a column. Points near each other have cells near each other. */
public record CellFunction() implements KeyFunction {
  private static final String NAME = "geohash_cell";

  /** The cell of two columns of degrees, latitude and longitude. */
  public static KeyExpression cell(KeyExpression latitude, KeyExpression longitude) {
    return Keys.function(NAME, latitude, longitude);
  }

  /** The cell of an expression of both columns. */
  static KeyExpression cell(KeyExpression point) {
    return Keys.function(NAME, point);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Signature signature() {
    return Signature.of(List.of(ValueType.DOUBLE, ValueType.DOUBLE), ValueType.INTEGER);
  }

  @Override
  public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
    boolean isPoint = arguments.get(0) != null && arguments.get(1) != null;
    Object cell =
        isPoint ? BoxScan.cell((Double) arguments.get(0), (Double) arguments.get(1)) : null;
    return List.of(Arrays.asList(cell));
  }
}
