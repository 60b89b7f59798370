package dev.tenure.campaigns.globalindex;

import java.util.List;
import java.util.stream.Stream;

/**
 * A phase, condition or ordering of the protocol that is left out.
 *
 * @param arguments of the command that finds it
 * @param file below the package of the library
 */
record Mutation(String name, String arguments, String file, List<Edit> edits) {

  /** A text of the file, which occurs once; white space may differ. */
  record Edit(String from, String to) {}

  static Mutation of(String name, String arguments, String file, String... edits) {
    return new Mutation(
        name,
        arguments,
        file,
        edits.length == 2
            ? List.of(new Edit(edits[0], edits[1]))
            : List.of(new Edit(edits[0], edits[1]), new Edit(edits[2], edits[3])));
  }

  static Mutation of(String name, String file, String from, String to) {
    return of(name, "--mode replace", file, from, to);
  }

  /** Goes on with what a call gave, by the name of {@code now}. */
  static final String NOW = ".thenCompose(now -> ";

  static List<Mutation> all() {
    return Stream.of(
            ProtocolMutations.ALL, FaultMutations.ALL, MoveMutations.ALL, IndexMoveMutations.ALL)
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
