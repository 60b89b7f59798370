package dev.tenure.campaigns.simulation;

import static org.junit.jupiter.api.Assertions.fail;

import dev.tenure.campaigns.simulation.pointers.PointerSimulation;
import dev.tenure.campaigns.simulation.queues.Simulation;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.campaigns.simulation.run.SimulationOptions;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code -Dtenure.seed=N} runs that seed alone, {@code -Dtenure.seed=fresh} some nobody has seen.
 */
class SimulationTest {
  private static final Duration MORE_SEEDS_FOR = Duration.ofSeconds(5);
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

  static void assertClean(SimulationReport report) {
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
