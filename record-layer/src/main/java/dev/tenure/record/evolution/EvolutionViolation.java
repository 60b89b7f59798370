package dev.tenure.record.evolution;

/**
 * A rule that a change of metadata breaks.
 *
 * @param rule the rule's id, see {@link MetaDataEvolution#rules()}
 * @param path what was changed: a record type, a field with its path, or an index
 * @param before the definition before, in words
 * @param after the definition after, in words
 */
public record EvolutionViolation(String rule, String path, String before, String after) {
  @Override
  public String toString() {
    return rule + ": " + path + " was " + before + " and is " + after;
  }
}
