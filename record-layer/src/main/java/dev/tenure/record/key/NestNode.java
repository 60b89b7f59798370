package dev.tenure.record.key;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part that is evaluated on the messages inside a field. */
sealed interface NestNode extends KeyNode {

  /** Evaluates on the message of a field that is not repeated. */
  record Nested(FieldReader field, KeyNode child) implements NestNode {
    @Override
    public List<ValueType> types() {
      return child.types();
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      child.append(field.message(message), facts, values);
    }

    @Override
    public List<List<@Nullable Object>> rows(@Nullable Message message, RecordFacts facts) {
      return child.rows(field.message(message), facts);
    }

    @Override
    public boolean isNull(int column, @Nullable Object value) {
      return child.isNull(column, value);
    }
  }

  /** Evaluates on each message of a repeated field. */
  record FannedOut(FieldReader field, KeyNode child) implements NestNode {
    @Override
    public List<ValueType> types() {
      return child.types();
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      throw new IllegalStateException(field.path() + " fans out");
    }

    @Override
    public List<List<@Nullable Object>> rows(@Nullable Message message, RecordFacts facts) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (Message element : field.messages(message)) {
        List<List<@Nullable Object>> more = child.rows(element, facts);
        KeyNode.requireRows((long) rows.size() + more.size(), field.path());
        rows.addAll(more);
      }
      return rows;
    }

    @Override
    public boolean isNull(int column, @Nullable Object value) {
      return child.isNull(column, value);
    }
  }

  /** Evaluates on each message of a repeated field; the result is one nested list of lists. */
  record Concatenated(FieldReader field, KeyNode child) implements NestNode {
    @Override
    public List<ValueType> types() {
      return List.of(ValueType.LIST);
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      List<List<@Nullable Object>> elements = new ArrayList<>();
      for (Message element : field.messages(message)) {
        List<@Nullable Object> columns = new ArrayList<>();
        child.append(element, facts, columns);
        elements.add(columns);
      }
      values.add(elements);
    }
  }
}
