package dev.tenure.campaigns.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.simulation.report.World;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A seed decides everything that happens in a world, to the byte. */
class RepeatedHistoryTest {
  @TempDir private Path folder;

  /** Both run at the same time, each with threads, memory and hash codes of its own. */
  @Test
  void oneSeedGivesTheSameHistoryInTwoProcesses() throws IOException, InterruptedException {
    Path other = folder.resolve("other");
    Process process = inAnotherProcess(10, other);
    try {
      Path here = history(10, List.of(World.values()), folder.resolve("here"));
      assertEquals(0, process.waitFor(), () -> text(Path.of(other + ".out")));
      assertTrue(Files.size(here) > 0);
      assertEquals(-1, Files.mismatch(here, other));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void anotherSeedGivesAnotherHistory() throws IOException {
    List<World> one = List.of(World.ENGINE);
    Path ten = history(10, one, folder.resolve("10"));
    assertNotEquals(-1, Files.mismatch(ten, history(13, one, folder.resolve("13"))));
  }

  /** Writes what happens in the worlds with a seed to a file. */
  private static Path history(long seed, List<World> worlds, Path file) throws IOException {
    try (OutputStream trace = Files.newOutputStream(file)) {
      for (World world : worlds) {
        SimulationTest.assertClean(Worlds.runner(world).run(seed, trace));
      }
    }
    return file;
  }

  private static Process inAnotherProcess(long seed, Path trace) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
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
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
