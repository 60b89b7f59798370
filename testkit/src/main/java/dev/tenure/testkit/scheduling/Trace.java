package dev.tenure.testkit.scheduling;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The history of a run, line by line: a hash over all lines, and the last lines as text. Two runs
 * with equal hashes had the same history. Not thread-safe.
 */
public final class Trace {
  private final int linesKept;
  private final Deque<String> tail = new ArrayDeque<>();
  private final MessageDigest digest = sha256();
  private long lines;
  private @Nullable OutputStream copy;

  Trace(int linesKept) {
    this.linesKept = linesKept;
  }

  /**
   * Writes each further line to {@code target} too, ended by a line feed. The caller closes the
   * target.
   */
  public void copyTo(OutputStream target) {
    copy = target;
  }

  void add(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    digest.update(bytes);
    lines++;
    if (copy != null) {
      write(copy, bytes);
    }
    if (linesKept > 0) {
      if (tail.size() == linesKept) {
        tail.removeFirst();
      }
      tail.addLast(line);
    }
  }

  /** The number of lines written so far. */
  public long lines() {
    return lines;
  }

  /** The SHA-256 over all lines so far, in hexadecimal. */
  public String hash() {
    try {
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("SHA-256 of this JVM cannot be read while it runs", e);
    }
  }

  /** The last lines, oldest first. */
  public List<String> tail() {
    return List.copyOf(tail);
  }

  private static void write(OutputStream target, byte[] bytes) {
    try {
      target.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
