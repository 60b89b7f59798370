package dev.tenure.record.serialize;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.ArrayList;
import java.util.List;

/** The path from a message to a field inside it, as it is walked. */
final class MessagePath {
  private static final int NAMES_SHOWN_MAX = 20;

  private final String root;
  private final List<String> names = new ArrayList<>();

  MessagePath(String root) {
    this.root = root;
  }

  static String name(FieldDescriptor field) {
    return field.isExtension() ? "[" + field.getFullName() + "]" : field.getName();
  }

  /** A name for a field that the message type does not know. */
  static String name(int unknownField) {
    return "#" + unknownField;
  }

  void enter(String name) {
    names.add(name);
  }

  void leave() {
    names.remove(names.size() - 1);
  }

  /** The number of fields on the path. */
  int depth() {
    return names.size();
  }

  /**
   * The names of the fields with dots between them; of a long path, only the first and last names.
   */
  @Override
  public String toString() {
    int left = names.size() - NAMES_SHOWN_MAX;
    if (left <= 0) {
      return root + names.stream().map(name -> "." + name).reduce("", String::concat);
    }
    int half = NAMES_SHOWN_MAX / 2;
    return root
        + "."
        + String.join(".", names.subList(0, half))
        + ".(and "
        + left
        + " more)."
        + String.join(".", names.subList(names.size() - half, names.size()));
  }
}
