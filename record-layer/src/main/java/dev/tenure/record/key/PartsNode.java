package dev.tenure.record.key;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts side by side. The rows are all combinations of the parts' rows; the last part changes
 * fastest.
 *
 * @param path the path of the message, for errors
 */
record PartsNode(List<KeyNode> parts, List<ValueType> types, String path) implements KeyNode {

  static PartsNode of(List<KeyNode> parts, String path) {
    return new PartsNode(
        parts, parts.stream().flatMap(part -> part.types().stream()).toList(), path);
  }

  @Override
  public void append(@Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
    for (KeyNode part : parts) {
      part.append(message, facts, values);
    }
  }

  @Override
  public List<List<@Nullable Object>> rows(@Nullable Message message, RecordFacts facts) {
    List<List<List<@Nullable Object>>> ofParts = new ArrayList<>(parts.size());
    for (KeyNode part : parts) {
      ofParts.add(part.rows(message, facts));
    }
    requireRows(ofParts);
    List<List<@Nullable Object>> rows = List.of(Collections.emptyList());
    for (List<List<@Nullable Object>> more : ofParts) {
      rows = combined(rows, more);
    }
    return rows;
  }

  /** A part without rows leaves none, however many the others have. */
  private void requireRows(List<List<List<@Nullable Object>>> ofParts) {
    if (ofParts.stream().anyMatch(List::isEmpty)) {
      return;
    }
    long product = 1;
    for (List<List<@Nullable Object>> rows : ofParts) {
      product *= rows.size();
      KeyNode.requireRows(product, path);
    }
  }

  private static List<List<@Nullable Object>> combined(
      List<List<@Nullable Object>> lefts, List<List<@Nullable Object>> rights) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (List<@Nullable Object> left : lefts) {
      for (List<@Nullable Object> right : rights) {
        List<@Nullable Object> row = new ArrayList<>(left.size() + right.size());
        row.addAll(left);
        row.addAll(right);
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public boolean isNull(int column, @Nullable Object value) {
    int first = 0;
    for (KeyNode part : parts) {
      int end = first + part.types().size();
      if (column < end) {
        return part.isNull(column - first, value);
      }
      first = end;
    }
    throw new IllegalArgumentException("column " + column + " of " + first);
  }

  /** One column that holds the columns of a part as a nested list. */
  record Listed(KeyNode part) implements KeyNode {
    @Override
    public List<ValueType> types() {
      return List.of(ValueType.LIST);
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      List<@Nullable Object> columns = new ArrayList<>();
      part.append(message, facts, columns);
      values.add(columns);
    }

    @Override
    public List<List<@Nullable Object>> rows(@Nullable Message message, RecordFacts facts) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (List<@Nullable Object> row : part.rows(message, facts)) {
        List<@Nullable Object> column = new ArrayList<>(1);
        column.add(row);
        rows.add(column);
      }
      return rows;
    }
  }
}
