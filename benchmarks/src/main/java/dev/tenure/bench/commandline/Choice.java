package dev.tenure.bench.commandline;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The parts that a command is to measure, and for how long. */
public final class Choice {
  private static final int SECONDS_MAX = 600;

  private Choice() {}

  /**
   * Keeps the parts that were asked for.
   *
   * @param all parts by name, in order; those not chosen are removed
   * @param only the names wanted, null for all
   * @throws CommandLine.ParameterException for an unknown part, or seconds out of their limits
   */
  public static <M> Map<String, M> of(
      Map<String, M> all,
      int seconds,
      @Nullable List<String> only,
      CommandLine.Model.@Nullable CommandSpec spec) {
    if (seconds < 1 || seconds > SECONDS_MAX) {
      throw refused(spec, "--seconds is " + seconds + ", it must be 1 to " + SECONDS_MAX);
    }
    if (only != null) {
      for (String name : only) {
        if (!all.containsKey(name)) {
          throw refused(spec, "--only names \"" + name + "\", there are " + all.keySet());
        }
      }
      all.keySet().retainAll(only);
    }
    return all;
  }

  private static RuntimeException refused(
      CommandLine.Model.@Nullable CommandSpec spec, String message) {
    return spec == null
        ? new IllegalArgumentException(message)
        : new CommandLine.ParameterException(spec.commandLine(), message);
  }
}
