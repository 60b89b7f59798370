package dev.tenure.record.index;

import dev.tenure.record.definition.Index;
import java.util.Collection;

/** Checks the options of an index definition. */
public final class IndexOptions {
  private IndexOptions() {}

  /**
   * Refuses options that a type does not know.
   *
   * @throws IllegalArgumentException naming the index, the option and the known options
   */
  public static void requireKnown(Index index, Collection<String> known) {
    for (String option : index.options().keySet()) {
      if (!known.contains(option)) {
        throw new IllegalArgumentException(
            describe(index) + " has the option " + option + ", the type has " + sorted(known));
      }
    }
  }

  /**
   * Refuses a value other than true or false.
   *
   * @throws IllegalArgumentException naming the index, the option and the value
   */
  public static void requireBoolean(Index index, String option) {
    String value = index.options().get(option);
    if (value != null && !"true".equals(value) && !"false".equals(value)) {
      throw new IllegalArgumentException(
          describe(index)
              + " has the option "
              + option
              + " = "
              + value
              + ", expected true or false");
    }
  }

  /** The name and type of an index as text, for errors. */
  public static String describe(Index index) {
    return "index " + index.name() + " of type " + index.type();
  }

  private static String sorted(Collection<String> names) {
    return names.stream().sorted().toList().toString();
  }
}
