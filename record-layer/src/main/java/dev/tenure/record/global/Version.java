package dev.tenure.record.global;

/**
 * The version of a data record, or the version that an index record was written for: the paper's
 * [g, v]. A data record never has the same version twice.
 *
 * @param count 0 for a dummy, increased by each write and by each cleaner that fails writes (v)
 */
public record Version(Generation generation, long count) {
  public Version {
    if (count < 0) {
      throw new IllegalArgumentException("the count of a version is " + count + ", the least is 0");
    }
  }

  /** The version of a dummy. */
  public static Version first(Generation generation) {
    return new Version(generation, 0);
  }

  public Version next() {
    return new Version(generation, count + 1);
  }
}
