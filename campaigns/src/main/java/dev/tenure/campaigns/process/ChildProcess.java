package dev.tenure.campaigns.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program of this module in its own JVM. Its lines are read as they come. {@link #close} kills
 * it.
 */
public final class ChildProcess implements AutoCloseable {
  private static final String END = "\n";

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private ChildProcess(Process process) {
    this.process = process;
    Thread reader = new Thread(this::readLines, "output of process " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a program with the class path of this one.
   *
   * @param libraries where the program puts the library of RocksDB; a killed process leaves it
   *     behind
   */
  public static ChildProcess start(Path libraries, Class<?> main, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("ROCKSDB_SHAREDLIB_DIR", libraries.toString());
    return new ChildProcess(builder.start());
  }

  public long processId() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** The next line; empty when no line comes in time, or none will ever come. */
  public Optional<String> readLine(Duration wait) throws InterruptedException {
    String line = lines.poll(Math.max(0, wait.toNanos()), TimeUnit.NANOSECONDS);
    if (END.equals(line)) {
      lines.add(END);
      return Optional.empty();
    }
    return Optional.ofNullable(line);
  }

  /**
   * Ends the process at once with SIGKILL.
   *
   * @return the lines that were not read
   */
  public List<String> kill() throws InterruptedException {
    // By the handle: Process.destroyForcibly would close the streams.
    boolean unused = process.toHandle().destroyForcibly();
    List<String> rest = new ArrayList<>();
    for (String line = lines.take(); !END.equals(line); line = lines.take()) {
      rest.add(line);
    }
    lines.add(END);
    int unusedCode = process.waitFor();
    return rest;
  }

  /**
   * Closes the input of the program, and waits until it has ended; false when it has not by then.
   */
  public boolean end(Duration wait) throws IOException, InterruptedException {
    process.getOutputStream().close();
    return process.waitFor(wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    boolean unused = process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  private void readLines() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lines.add(END);
    }
  }
}
