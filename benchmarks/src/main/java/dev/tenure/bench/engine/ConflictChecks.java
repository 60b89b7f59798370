package dev.tenure.bench.engine;

import com.apple.foundationdb.Range;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.EngineServer;
import dev.tenure.embedded.commit.Mutation;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures the cost of checking one read conflict range when a thousand keys were written in the
 * last five seconds, and when a million were. The read version is a moment old, or older than all
 * the writes.
 */
final class ConflictChecks implements EngineMeasurement {
  private static final double TARGET = 2;
  private static final int FEW = 1_000;
  private static final int MANY = 1_000_000;
  private static final int RANGES_PER_COMMIT = 1_000;
  private static final int SLICES = 9;

  @Override
  public List<Figure> run(Path directory, Duration time) {
    List<Figure> figures = new ArrayList<>();
    try (Window few = new Window(FEW);
        Window many = new Window(MANY)) {
      figures.add(figure("ns a check, read a moment ago", few, many, time, true));
      figures.add(figure("ns a check, read before all writes", few, many, time, false));
    }
    return figures;
  }

  private static Figure figure(
      String what, Window few, Window many, Duration time, boolean recent) {
    double leastFew = Double.MAX_VALUE;
    double leastMany = Double.MAX_VALUE;
    for (int i = 0; i < SLICES; i++) {
      Duration slice = time.dividedBy(SLICES);
      leastFew = Math.min(leastFew, few.nanosOfCheck(slice, recent));
      leastMany = Math.min(leastMany, many.nanosOfCheck(slice, recent));
    }
    return new Figure(
        what + ": 10^6, 10^3 writes",
        leastMany,
        leastFew,
        leastMany / leastFew,
        recent ? Target.atMost(TARGET) : Target.NONE);
  }

  /** An engine in memory on one thread, with a clock that stands still, and so many writes. */
  private static final class Window implements AutoCloseable {
    private final EngineServer server = StoppedEngine.inMemory();
    private final SplittableRandom random = new SplittableRandom(4711);
    private final long before;

    Window(int writes) {
      before = server.readVersion().join();
      for (int i = 0; i < writes; i += RANGES_PER_COMMIT / 10) {
        List<Range> keys = keys(RANGES_PER_COMMIT / 10);
        List<Mutation> mutations = List.of(new Mutation.Set(keys.get(0).begin, new byte[0]));
        server.commit(new CommitRequest(-1, List.of(), keys, mutations, false)).join();
      }
    }

    double nanosOfCheck(Duration time, boolean recent) {
      long readVersion = recent ? server.readVersion().join() - 1 : before;
      long spent = 0;
      long checks = 0;
      while (spent < time.toNanos()) {
        CommitRequest request =
            new CommitRequest(readVersion, keys(RANGES_PER_COMMIT), List.of(), List.of(), false);
        long begin = System.nanoTime();
        server.commit(request).join();
        spent += System.nanoTime() - begin;
        checks += RANGES_PER_COMMIT;
      }
      return (double) spent / checks;
    }

    /** Keys of 40 bytes of which the first 24 are the same. */
    private List<Range> keys(int count) {
      List<Range> keys = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        byte[] key = ByteBuffer.allocate(40).putLong(24, random.nextLong()).array();
        byte[] after = ByteBuffer.allocate(41).put(key).array();
        keys.add(new Range(key, after));
      }
      return keys;
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
