package dev.tenure.campaigns.shake;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the commands that shake the cluster. */
final class ShakeScripts {
  private static final Duration TAKES_MAX = Duration.ofMinutes(5);

  private final Map<String, String> commands;

  /**
   * @param commands the commands by their options
   */
  ShakeScripts(Map<String, String> commands) {
    this.commands = Map.copyOf(commands);
  }

  /**
   * Runs a command, and waits until it has ended.
   *
   * @param choice is given to it in SHAKE_CHOICE
   * @throws IllegalStateException with its output, when it fails or takes more than five minutes
   */
  void run(String option, int choice) throws IOException, InterruptedException {
    String command = commands.get(option);
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.PIPE);
    builder.environment().put("SHAKE_CHOICE", Integer.toString(choice));
    Path output = Files.createTempFile("tenure-shake", ".txt");
    try {
      Process process = builder.redirectOutput(output.toFile()).start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(TAKES_MAX.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      if (!ended || process.exitValue() != 0) {
        throw new IllegalStateException(
            "%s: \"%s\" %s: %s"
                .formatted(
                    option,
                    command,
                    ended
                        ? "ended with " + process.exitValue()
                        : "has not ended after " + TAKES_MAX,
                    Files.readString(output, StandardCharsets.UTF_8).strip()));
      }
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
