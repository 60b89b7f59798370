package dev.tenure.campaigns.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tenure.campaigns.simulation.pointers.PointerSimulation;
import dev.tenure.campaigns.simulation.queues.Simulation;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.campaigns.simulation.run.SimulationOptions;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code -Dtenure.seed=N} runs that seed alone, {@code -Dtenure.seed=fresh} some nobody has seen.
 */
class SimulationTest {
  private static final Duration MORE_SEEDS_FOR = Duration.ofSeconds(10);
  private static final long MORE_SEEDS_FROM = 20_001;
  private static final InstantSource CLOCK = InstantSource.system();

  @ParameterizedTest
  @ValueSource(longs = {1, 8, 16, 5_025, 201_593, 731_426})
  void aKnownSeedIsClean(long seed) {
    assertClean(Simulation.run(SimulationOptions.seeded(seed)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 701_848})
  void aKnownSeedOfPointersIsClean(long seed) {
    assertClean(PointerSimulation.run(seed, OutputStream.nullOutputStream()));
  }

  @Test
  void moreSeedsAreClean() {
    @Nullable String given = System.getProperty("tenure.seed");
    boolean fresh = "fresh".equals(given);
    if (given != null && !fresh) {
      for (World world : World.values()) {
        assertClean(
            Worlds.runner(world).run(Long.parseLong(given), OutputStream.nullOutputStream()));
      }
      return;
    }
    Instant started = CLOCK.instant();
    long seed = fresh ? started.toEpochMilli() : MORE_SEEDS_FROM;
    System.out.println("seeds from " + seed);
    do {
      for (World world : World.values()) {
        assertClean(Worlds.runner(world).run(seed, OutputStream.nullOutputStream()));
      }
      seed++;
    } while (CLOCK.instant().isBefore(started.plus(MORE_SEEDS_FOR)));
  }

  @Test
  void oneSeedGivesTheSameHistoryInTwoProcesses(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path other = folder.resolve("other");
    runInAnotherProcess(10, other);
    Path here = folder.resolve("here");
    assertEquals(-1, mismatch(10, here, other));
    assertNotEquals(-1, mismatch(13, here, other));
  }

  private static long mismatch(long seed, Path here, Path other) throws IOException {
    try (OutputStream trace = Files.newOutputStream(here)) {
      for (World world : World.values()) {
        assertClean(Worlds.runner(world).run(seed, trace));
      }
    }
    return Files.mismatch(here, other);
  }

  private static void runInAnotherProcess(long seed, Path trace)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    SimulationCommand.class.getName(),
                    "--from",
                    Long.toString(seed),
                    "--trace",
                    trace.toString()))
            .redirectErrorStream(true)
            .redirectOutput(new File(trace + ".out"))
            .start();
    assertEquals(0, process.waitFor(), () -> text(Path.of(trace + ".out")));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void assertClean(SimulationReport report) {
    if (!report.isClean()) {
      fail(
          "seed "
              + report.seed()
              + " on "
              + report.world()
              + "\n"
              + String.join("\n", report.traceTail()),
          report.failure().orElseThrow());
    }
  }
}
