package dev.tenure.record.scrub;

/**
 * A part of an index that could not be judged; it may be right or wrong.
 *
 * @param index the name of the index
 * @param what which part: the groups that begin with some columns, or all
 * @param reason why not, naming the limit, and what to do
 */
public record Unverified(String index, String what, String reason) {
  @Override
  public String toString() {
    return what + " of index " + index + " not verified: " + reason;
  }
}
