package dev.tenure.record.scrub;

/**
 * A part of an index that could not be checked. It may be correct or not.
 *
 * @param index the name of the index
 * @param what the part: the groups that begin with some columns, or the whole index
 * @param reason the reason, with the limit and a remedy
 */
public record Unverified(String index, String what, String reason) {
  @Override
  public String toString() {
    return what + " of index " + index + " not verified: " + reason;
  }
}
