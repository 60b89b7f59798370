package dev.tenure.embedded.recovery;

import dev.tenure.embedded.recovery.EngineDirectoryException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file {@code format}, which marks the directory of an engine and names its format.
 *
 * <pre>
 * format := "tenure-embedded-foundationdb " version " " state LF      (US-ASCII)
 * version := decimal number, now 1
 * state := "new" until the rows have been made | "ready"
 * </pre>
 *
 * <p>The file is replaced as a whole: a new file is written, synced, and renamed over it.
 */
final class FormatFile {
  static final String FILE = "format";
  static final String FILE_BEING_WRITTEN = "format.new";
  static final int VERSION = 1;
  private static final int BYTES_MAX = 256;
  private static final Pattern CONTENT =
      Pattern.compile("tenure-embedded-foundationdb ([0-9]{1,9}) ([a-z]+)\n");

  /** The state of a directory's creation. */
  enum State {
    NEW,
    READY
  }

  private FormatFile() {}

  /**
   * The state of the directory, or empty when it has no format file.
   *
   * @throws EngineDirectoryException when this release does not know the content
   */
  static Optional<State> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    if (Files.size(file) > BYTES_MAX) {
      throw damaged(directory, Files.size(file) + " bytes");
    }
    String content = Files.readString(file, StandardCharsets.ISO_8859_1);
    Matcher matcher = CONTENT.matcher(content);
    if (!matcher.matches()) {
      throw damaged(directory, content.isEmpty() ? "nothing" : "\"" + printable(content) + "\"");
    }
    int version = Integer.parseInt(matcher.group(1));
    if (version != VERSION) {
      throw new EngineDirectoryException(
          directory,
          Reason.FORMAT_UNKNOWN,
          directory + " has format " + version + ", this release reads format " + VERSION);
    }
    return Optional.of(
        switch (matcher.group(2)) {
          case "new" -> State.NEW;
          case "ready" -> State.READY;
          default -> throw damaged(directory, "the state \"" + matcher.group(2) + "\"");
        });
  }

  static void write(Path directory, State state) throws IOException {
    String word = state == State.NEW ? "new" : "ready";
    byte[] content =
        ("tenure-embedded-foundationdb " + VERSION + " " + word + "\n")
            .getBytes(StandardCharsets.US_ASCII);
    Path beside = directory.resolve(FILE_BEING_WRITTEN);
    try (FileChannel channel =
        FileChannel.open(
            beside,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) {
        int unused = channel.write(left);
      }
      channel.force(true);
    }
    Path unused = Files.move(beside, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    sync(directory);
  }

  /** Makes the names in a directory durable. */
  static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static EngineDirectoryException damaged(Path directory, String found) {
    return new EngineDirectoryException(
        directory,
        Reason.DAMAGED,
        "the file format in "
            + directory
            + " holds "
            + found
            + ", expected \"tenure-"
            + "embedded-foundationdb "
            + VERSION
            + " ready\"");
  }

  private static String printable(String content) {
    String start = content.substring(0, Math.min(content.length(), 60));
    return start.replaceAll("[^ -~]", "?");
  }
}
