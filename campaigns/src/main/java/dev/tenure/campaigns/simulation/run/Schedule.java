package dev.tenure.campaigns.simulation.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How the next process of a run is chosen. */
public enum Schedule {
  /** Any process that can run; delays of commits follow the fault rates. */
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
