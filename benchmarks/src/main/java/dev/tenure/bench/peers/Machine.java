package dev.tenure.bench.peers;

import dev.tenure.bench.peers.system.Payload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Describes the machine of a run. */
final class Machine {
  private static final Duration SYNC_TIME = Duration.ofSeconds(1);

  private Machine() {}

  /**
   * The state of the machine now, and the cost of a sync on the file system of the queues.
   *
   * @param directory a directory on that file system
   */
  static Map<String, Object> describe(Path directory) throws IOException {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("heapMaxBytes", Runtime.getRuntime().maxMemory());
    machine.put("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
    machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("architecture", System.getProperty("os.arch"));
    machine.put("fileSystem", Files.getFileStore(directory).type());
    machine.put("syncsPerSecond", syncsPerSecond(directory.resolve("sync")));
    machine.put("loadAverageBefore", loadAverage());
    return machine;
  }

  /**
   * The average number of processes that wanted a core in the last minute. A value above the number
   * of cores means that other work was running.
   */
  static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** How often 100 bytes can be appended to a file and synced (fdatasync), by one thread. */
  private static double syncsPerSecond(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer row = ByteBuffer.allocate(Payload.BYTES);
      long begin = System.nanoTime();
      long done = 0;
      while (System.nanoTime() - begin < SYNC_TIME.toNanos()) {
        row.clear();
        while (row.hasRemaining()) {
          int unused = channel.write(row);
        }
        channel.force(false);
        done++;
      }
      return done * 1e9 / (System.nanoTime() - begin);
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
