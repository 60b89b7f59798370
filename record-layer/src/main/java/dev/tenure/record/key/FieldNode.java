package dev.tenure.record.key;

import com.google.protobuf.Message;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of a field that holds no messages. */
sealed interface FieldNode extends KeyNode {

  /** The value of a field that is not repeated. */
  record Single(FieldReader field, boolean defaults) implements FieldNode {
    @Override
    public List<ValueType> types() {
      return List.of(field.type());
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      values.add(defaults ? field.valueOrDefault(message) : field.value(message));
    }
  }

  /** All elements of a repeated field as one nested list. */
  record Concatenated(FieldReader field) implements FieldNode {
    @Override
    public List<ValueType> types() {
      return List.of(ValueType.LIST);
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      values.add(field.elements(message));
    }
  }

  /** One row for each element of a repeated field. */
  record FannedOut(FieldReader field) implements FieldNode {
    @Override
    public List<ValueType> types() {
      return List.of(field.type());
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      throw new IllegalStateException(field.path() + " fans out");
    }

    @Override
    public List<List<@Nullable Object>> rows(@Nullable Message message, RecordFacts facts) {
      KeyNode.requireRows(field.count(message), field.path());
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (Object element : field.elements(message)) {
        rows.add(Arrays.asList(element));
      }
      return rows;
    }
  }

  /** The elements of a repeated field in rows of a given width. */
  record Chopped(FieldReader field, int width) implements FieldNode {
    @Override
    public List<ValueType> types() {
      return Collections.nCopies(width, field.type());
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      throw new IllegalStateException(field.path() + " is split and fans out");
    }

    @Override
    public List<List<@Nullable Object>> rows(@Nullable Message message, RecordFacts facts) {
      int count = field.count(message);
      if (count % width != 0) {
        throw new RecordLayerException(
            RecordLayerException.Code.KEY_NOT_COMPUTABLE,
            field.path() + " has " + count + " elements, its split needs a multiple of " + width);
      }
      KeyNode.requireRows(count / width, field.path());
      List<Object> elements = field.elements(message);
      List<List<@Nullable Object>> rows = new ArrayList<>(count / width);
      for (int first = 0; first < count; first += width) {
        rows.add(new ArrayList<>(elements.subList(first, first + width)));
      }
      return rows;
    }
  }
}
