package dev.tenure.campaigns.mutation;

/**
 * The columns that identify a survivor while the lines around it change. Two mutations of one kind in one line are equal.
 *
 * @param type the class, with its package; a nested class has a dollar sign
 * @param method the name of the method; a lambda has the name of the method that it is written in
 * @param mutator the kind of change, by PIT's name, such as {@code NegateConditionals}
 * @param line the text of the source line, without white space at its ends
 */
record Survivor(String type, String method, String mutator, String line) {
  static final int COLUMNS = 4;

  /**
   * The columns of a line of the list, without the explanation.
   */
  String columns() {
    return String.join("\t", type, method, mutator, line);
  }
}
