package dev.tenure.campaigns.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.process.ChildProcess;
import dev.tenure.embedded.recovery.EngineDirectory;
import dev.tenure.embedded.recovery.EngineDirectoryException;
import dev.tenure.embedded.recovery.EngineDirectoryException.Reason;
import dev.tenure.embedded.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One directory and two processes. */
class DirectoryLockTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  @TempDir private Path parent = Path.of("");

  @Test
  void directoryOpenHereIsLockedForAnotherProcess() throws Exception {
    Path directory = parent.resolve("engine");
    try (Storage storage = EngineDirectory.open(directory);
        ChildProcess other = start(directory)) {
      assertEquals(Optional.of("LOCKED"), other.readLine(PATIENCE));
      assertEquals(0, storage.estimateBytes(new byte[0], new byte[] {-1}));
    }
    EngineDirectory.open(directory).close();
  }

  @Test
  void directoryOfAnotherProcessIsRefusedByItsIdAndFreeOnceThatIsKilled() throws Exception {
    Path directory = parent.resolve("engine");
    try (ChildProcess holder = start(directory)) {
      assertEquals(Optional.of("open"), holder.readLine(PATIENCE));
      EngineDirectoryException error =
          assertThrows(
              EngineDirectoryException.class, () -> EngineDirectory.open(directory).close());
      assertEquals(Reason.LOCKED, error.reason());
      assertTrue(
          String.valueOf(error.getMessage()).endsWith("process " + holder.processId()),
          error.getMessage());
    }
    EngineDirectory.open(directory).close();
  }

  private ChildProcess start(Path directory) throws IOException {
    return ChildProcess.start(
        Files.createDirectories(parent.resolve("libraries")),
        DirectoryHolder.class,
        directory.toString());
  }
}
