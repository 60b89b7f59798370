package dev.tenure.embedded.recovery;

import dev.tenure.embedded.recovery.EngineDirectoryException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A lock on a directory, held through the file {@code lock} in it, which names the holder's
 * process. The operating system frees the lock when the process ends in any way.
 *
 * <p>The lock excludes other processes, but not other engines of the same process, where closing
 * any channel on the file would free it. So the class also remembers the directories that are open
 * in this process, and does not touch their files.
 */
final class DirectoryLock implements AutoCloseable {
  static final String FILE = "lock";
  private static final int PROCESS_ID_BYTES_MAX = 20;
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final FileChannel channel;

  private DirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * Locks a directory.
   *
   * @param directory its real path
   * @throws EngineDirectoryException {@link Reason#LOCKED} when it is open already
   */
  static DirectoryLock acquire(Path directory) throws IOException {
    if (!HELD_HERE.add(directory)) {
      throw locked(directory, "this process, " + ProcessHandle.current().pid());
    }
    boolean acquired = false;
    try {
      DirectoryLock lock = lockFile(directory);
      acquired = true;
      return lock;
    } finally {
      if (!acquired) {
        HELD_HERE.remove(directory);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD_HERE.remove(directory);
    }
  }

  private static DirectoryLock lockFile(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    boolean acquired = false;
    try {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        String holder = readHolder(channel);
        throw locked(directory, holder == null ? "another process" : "process " + holder);
      }
      writeHolder(channel);
      acquired = true;
      return new DirectoryLock(directory, channel);
    } finally {
      if (!acquired) {
        channel.close();
      }
    }
  }

  private static EngineDirectoryException locked(Path directory, String holder) {
    return new EngineDirectoryException(
        directory, Reason.LOCKED, directory + " is already open in " + holder);
  }

  private static @Nullable String readHolder(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(PROCESS_ID_BYTES_MAX);
    int unused = channel.read(content, 0);
    String holder =
        new String(content.array(), 0, content.position(), StandardCharsets.US_ASCII).strip();
    return holder.matches("[0-9]+") ? holder : null;
  }

  private static void writeHolder(FileChannel channel) throws IOException {
    channel.truncate(0);
    String holder = ProcessHandle.current().pid() + "\n";
    int unused = channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.US_ASCII)), 0);
  }
}
