package dev.tenure.embedded.transcript;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One step of a transcript: its operation, its arguments, what it must give. */
record TranscriptStep(Map<String, @Nullable Object> fields) {

  boolean has(String name) {
    return fields.containsKey(name);
  }

  @Nullable String textOrNull(String name) {
    return (String) fields.get(name);
  }

  String text(String name) {
    String text = textOrNull(name);
    if (text == null) {
      throw new IllegalArgumentException("step without " + name + ": " + fields);
    }
    return text;
  }

  long number(String name, long otherwise) {
    Object value = fields.get(name);
    return value == null ? otherwise : (Long) value;
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(fields.get(name));
  }

  List<?> list(String name) {
    Object value = fields.get(name);
    if (value instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException("step without list " + name + ": " + fields);
  }

  String operation() {
    return text("op");
  }

  @Override
  public String toString() {
    return fields.toString();
  }
}
