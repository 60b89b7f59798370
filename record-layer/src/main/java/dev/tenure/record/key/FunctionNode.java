package dev.tenure.record.key;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.limit.Surrogates;
import dev.tenure.record.tuple.PackedTuples;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies a function to each row of its arguments.
 *
 * @param path the message's path and the text of the expression, for errors
 */
record FunctionNode(KeyFunction function, KeyNode arguments, String path) implements KeyNode {
  private static final int SHOWN_CHARACTERS_MAX = 200;

  @Override
  public List<ValueType> types() {
    return function.signature().results();
  }

  @Override
  public void append(@Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
    List<@Nullable Object> argumentValues = new ArrayList<>();
    arguments.append(message, facts, argumentValues);
    values.addAll(call(argumentValues).get(0));
  }

  @Override
  public List<List<@Nullable Object>> rows(@Nullable Message message, RecordFacts facts) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (List<@Nullable Object> row : arguments.rows(message, facts)) {
      List<List<@Nullable Object>> more = call(row);
      KeyNode.requireRows((long) rows.size() + more.size(), path);
      rows.addAll(more);
    }
    return rows;
  }

  private List<List<@Nullable Object>> call(List<@Nullable Object> row) {
    List<List<@Nullable Object>> results;
    try {
      results = function.evaluate(Collections.unmodifiableList(row));
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new RecordLayerException(
          RecordLayerException.Code.KEY_NOT_COMPUTABLE,
          path + " of " + shown(row) + ": " + e.getMessage(),
          e);
    }
    requireDeclared(results);
    return results;
  }

  private void requireDeclared(List<List<@Nullable Object>> results) {
    KeyFunction.Signature signature = function.signature();
    if (!signature.fansOut() && results.size() != 1) {
      throw new IllegalStateException(
          path + " gave " + results.size() + " rows, it is declared to give one");
    }
    int columns = signature.results().size();
    for (List<@Nullable Object> result : results) {
      if (result.size() != columns) {
        throw new IllegalStateException(
            path + " gave " + result.size() + " columns, declared are " + columns);
      }
      result.forEach(value -> requireTupleElement(value, 0));
    }
  }

  private void requireTupleElement(@Nullable Object value, int depth) {
    if (depth > PackedTuples.COLUMN_DEPTH_MAX) {
      throw refused("gave lists that are nested deeper than " + PackedTuples.COLUMN_DEPTH_MAX);
    }
    if (value instanceof List<?> list) {
      list.forEach(element -> requireTupleElement(element, depth + 1));
      return;
    }
    if (value instanceof String text && Surrogates.loneAt(text) != Surrogates.NONE) {
      throw refused("gave a text with an unpaired surrogate at " + Surrogates.loneAt(text));
    }
    boolean known =
        value instanceof Long
            || value instanceof BigInteger
            || value instanceof String
            || value instanceof byte[]
            || value instanceof Boolean
            || value instanceof Double
            || value instanceof Float;
    if (value != null && !known) {
      throw new IllegalStateException(
          path + " gave a " + value.getClass().getName() + ", which no column can hold");
    }
  }

  private RecordLayerException refused(String why) {
    return new RecordLayerException(RecordLayerException.Code.KEY_NOT_COMPUTABLE, path + " " + why);
  }

  private static String shown(List<@Nullable Object> row) {
    String text = Tuple.fromList(row).toString();
    return text.length() <= SHOWN_CHARACTERS_MAX
        ? text
        : text.substring(0, SHOWN_CHARACTERS_MAX) + "… (" + text.length() + " characters)";
  }

  @Override
  public boolean isNull(int column, @Nullable Object value) {
    return function.isNull(value);
  }
}
