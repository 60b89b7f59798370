package dev.tenure.record.evolution;

/**
 * A rule that a change of metadata breaks.
 *
 * @param rule the rule's id, see {@link MetaDataEvolution#rules()}
 * @param path what was changed: a record type, a field by its path from one, an index
 * @param before what it was, in words
 * @param after what it is now, in words
 */
public record EvolutionViolation(String rule, String path, String before, String after) {
  @Override
  public String toString() {
    return rule + ": " + path + " was " + before + " and is " + after;
  }
}
