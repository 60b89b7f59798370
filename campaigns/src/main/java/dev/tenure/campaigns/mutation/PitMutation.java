package dev.tenure.campaigns.mutation;

import java.util.regex.Pattern;

/**
 * A mutation in a report of PIT, by the elements of its XML.
 *
 * @param detected whether a test failed, or ran out of time or memory
 * @param status PIT's word for what happened, such as {@code NO_COVERAGE}
 * @param file the name of the source file, without its directory
 * @param type the class, with its package
 * @param mutator the class of PIT that made the change, with its package
 */
record PitMutation(
    boolean detected,
    String status,
    String file,
    String type,
    String method,
    int lineNumber,
    String mutator) {
  private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.*)\\$\\d+");

  /** The path of the source file below the root of the sources. */
  String path() {
    int end = type.lastIndexOf('.');
    return end < 0 ? file : type.substring(0, end).replace('.', '/') + "/" + file;
  }

  /** The place for readers, such as {@code Tombstones.java:149}. */
  String place() {
    return file + ":" + lineNumber;
  }

  /** This mutation as a survivor whose source line has the text {@code line}. */
  Survivor survivor(String line) {
    String kind = mutator.substring(mutator.lastIndexOf('.') + 1).replaceFirst("Mutator$", "");
    return new Survivor(type, LAMBDA.matcher(method).replaceFirst("$1"), kind, line.strip());
  }
}
