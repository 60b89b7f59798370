package dev.tenure.embedded.recovery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A test's own program in a JVM of its own; killed on closing. */
final class ChildProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  static ChildProcess start(Class<?> main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(Arrays.asList(arguments));
    return new ChildProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  long processId() {
    return process.pid();
  }

  /** The next complete line, or null at the end. */
  @Nullable String readLine() throws IOException {
    return output.readLine();
  }

  /** Ends the process at once, with SIGKILL; what it printed can still be read. */
  void kill() {
    // The handle and not the process, which would close the streams.
    boolean unused = process.toHandle().destroyForcibly();
  }

  /** Waits for the process to end by itself, but no longer than this. */
  void waitFor(long millis) throws InterruptedException {
    boolean unused = process.waitFor(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    kill();
    process.onExit().join();
  }
}
