package dev.tenure.record.key;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bound part of a key expression. A message of null stands for one that is not set. */
interface KeyNode {

  /** Appends the values of this part; only called on parts that do not fan out. */
  void append(@Nullable Message message, List<@Nullable Object> values);

  /** The rows of this part; one unless it fans out. */
  default List<List<@Nullable Object>> rows(@Nullable Message message) {
    List<@Nullable Object> values = new ArrayList<>();
    append(message, values);
    return List.of(values);
  }

  /** The value of a field that is not repeated. */
  record Single(FieldReader field) implements KeyNode {
    @Override
    public void append(@Nullable Message message, List<@Nullable Object> values) {
      values.add(field.value(message));
    }
  }

  /** All elements of a repeated field as one nested list. */
  record Concatenated(FieldReader field) implements KeyNode {
    @Override
    public void append(@Nullable Message message, List<@Nullable Object> values) {
      values.add(field.elements(message));
    }
  }

  /** One row for each element of a repeated field. */
  record FannedOut(FieldReader field) implements KeyNode {
    @Override
    public void append(@Nullable Message message, List<@Nullable Object> values) {
      throw new IllegalStateException(field.path() + " fans out");
    }

    @Override
    public List<List<@Nullable Object>> rows(@Nullable Message message) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (Object element : field.elements(message)) {
        rows.add(Arrays.asList(element));
      }
      return rows;
    }
  }

  /** A part evaluated on the message in a field that is not repeated. */
  record Nested(FieldReader field, KeyNode child) implements KeyNode {
    @Override
    public void append(@Nullable Message message, List<@Nullable Object> values) {
      child.append(field.message(message), values);
    }

    @Override
    public List<List<@Nullable Object>> rows(@Nullable Message message) {
      return child.rows(field.message(message));
    }
  }

  /** A part evaluated on each message of a repeated field. */
  record NestedFannedOut(FieldReader field, KeyNode child) implements KeyNode {
    @Override
    public void append(@Nullable Message message, List<@Nullable Object> values) {
      throw new IllegalStateException(field.path() + " fans out");
    }

    @Override
    public List<List<@Nullable Object>> rows(@Nullable Message message) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (Message element : field.messages(message)) {
        rows.addAll(child.rows(element));
      }
      return rows;
    }
  }

  /** Parts side by side; every combination of their rows. */
  record Combined(List<KeyNode> parts) implements KeyNode {
    @Override
    public void append(@Nullable Message message, List<@Nullable Object> values) {
      for (KeyNode part : parts) {
        part.append(message, values);
      }
    }

    @Override
    public List<List<@Nullable Object>> rows(@Nullable Message message) {
      List<List<@Nullable Object>> rows = List.of(Collections.emptyList());
      for (KeyNode part : parts) {
        List<List<@Nullable Object>> longer = new ArrayList<>();
        List<List<@Nullable Object>> partRows = part.rows(message);
        for (List<@Nullable Object> left : rows) {
          for (List<@Nullable Object> right : partRows) {
            List<@Nullable Object> row = new ArrayList<>(left);
            row.addAll(right);
            longer.add(row);
          }
        }
        rows = longer;
      }
      return rows;
    }
  }

  /** The same values for every record. */
  record Constant(List<Object> constants) implements KeyNode {
    @Override
    public void append(@Nullable Message message, List<@Nullable Object> values) {
      values.addAll(constants);
    }
  }
}
