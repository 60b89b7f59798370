package dev.tenure.campaigns.mutation;

/**
 * What a survivor is known by while the lines around it change. Two mutations of one kind in one
 * line are equal.
 *
 * @param type the class, with its package; that of a nested class has a dollar sign
 * @param method the method's name; a lambda has the name of the method that it is written in
 * @param mutator the kind of change, by the name PIT has for it, such as {@code NegateConditionals}
 * @param line the text of the source line, without the space at its ends
 */
record Survivor(String type, String method, String mutator, String line) {
  static final int COLUMNS = 4;

  /** The columns of the list of explained survivors, but the explanation. */
  String columns() {
    return String.join("\t", type, method, mutator, line);
  }
}
