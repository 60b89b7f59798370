package dev.tenure.bench.engine;

import com.apple.foundationdb.Range;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.EngineServer;
import dev.tenure.embedded.commit.Mutation;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The heap that the window of five seconds takes for each write of a key of 40 bytes with a value
 * of 100, on a directory: conflict history and snapshots. The table also shows the number of
 * writes.
 */
final class WindowHeap implements EngineMeasurement {
  private static final double TARGET = 200;
  private static final int WRITES = 500_000;
  private static final int COMMITS = 50_000;
  private static final int COLLECTIONS = 4;

  @Override
  public List<Figure> run(Path directory, Duration time) {
    return List.of(
        figure("heap bytes a write, 10 to a group", directory.resolve("ten"), WRITES, 10),
        figure("heap bytes a write, 1 to a group", directory.resolve("one"), COMMITS, 1));
  }

  private static Figure figure(String what, Path directory, int writes, int perGroup) {
    SplittableRandom random = new SplittableRandom(4711);
    try (EngineServer server = StoppedEngine.durable(directory)) {
      long before = liveBytes();
      for (int i = 0; i < writes; i += perGroup) {
        commit(server, random, perGroup);
      }
      double each = (double) (liveBytes() - before) / writes;
      return new Figure(what, each, writes, each, Target.atMost(TARGET));
    }
  }

  private static void commit(EngineServer server, SplittableRandom random, int keys) {
    Mutation[] mutations = new Mutation[keys];
    Range[] conflicts = new Range[keys];
    for (int i = 0; i < keys; i++) {
      byte[] key = ByteBuffer.allocate(40).putLong(24, random.nextLong()).array();
      mutations[i] = new Mutation.Set(key, new byte[VALUE_BYTES]);
      conflicts[i] = new Range(key, ByteBuffer.allocate(41).put(key).array());
    }
    server
        .commit(new CommitRequest(-1, List.of(), List.of(conflicts), List.of(mutations), false))
        .join();
  }

  /** The least of several collections: the first may only find what others still hold. */
  private static long liveBytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
