package dev.tenure.bench.engine;

import com.apple.foundationdb.Transaction;
import dev.tenure.bench.report.Figure;
import dev.tenure.bench.report.Figure.Target;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.Durability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Measures whether a process with a heap of at most one gibibyte can write ten million rows and
 * read them at random, or runs out of memory.
 */
final class ManyKeys implements EngineMeasurement {
  private static final int ROWS = 10_000_000;
  private static final int READS = 100_000;

  @Override
  public List<Figure> run(Path directory, Duration time) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                directory.resolve("engine").toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = child.waitFor();
    if (exit != 0) {
      throw new IOException("the process with a heap of 1 GiB ended with " + exit + ": " + said);
    }
    double heap = Double.parseDouble(said.substring(said.strip().lastIndexOf('\n') + 1).strip());
    return List.of(
        new Figure("heap in MiB with 10^7 rows, -Xmx1g", heap, ROWS, heap, Target.atMost(1024)));
  }

  /**
   * The process with the small heap. It prints the largest size of its heap after a collection, in
   * MiB.
   */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      EngineRows rows = new EngineRows(ROWS);
      EmbeddedEnvironment environment =
          EmbeddedEnvironment.builder().durability(Durability.RELAXED).build();
      try (EmbeddedDatabase database = EmbeddedDatabase.open(Path.of(arguments[0]), environment)) {
        rows.load(database);
        for (int i = 0; i < READS; i++) {
          try (Transaction transaction = database.createTransaction()) {
            if (transaction.get(rows.keyOfTurn(0, i)).join() == null) {
              throw new IllegalStateException("a row is missing: " + rows.placeOfTurn(0, i));
            }
          }
        }
        Runtime runtime = Runtime.getRuntime();
        System.out.println((runtime.totalMemory() - runtime.freeMemory()) >> 20);
      }
    }
  }
}
