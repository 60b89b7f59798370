package dev.tenure.campaigns.simulation.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Who goes next in a run. */
public enum Schedule {
  /** Any of those that can, and commits take what the fault rates say. */
  UNIFORM,
  /**
   * Some processes run before others, until a random moment changes who; commits that touch what
   * producers, visits and collections share are held back for as long as they stay valid.
   */
  ADVERSARIAL;

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(Schedule::toString).toList();
  }
}
