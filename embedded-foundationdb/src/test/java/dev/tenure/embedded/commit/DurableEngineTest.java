package dev.tenure.embedded.commit;

import dev.tenure.embedded.recovery.EngineDirectory;
import dev.tenure.embedded.storage.Storage;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class DurableEngineTest extends MetadataVersionContract {
  @TempDir private Path directory = Path.of("");

  @Override
  Storage openStorage() {
    return EngineDirectory.open(directory);
  }

  @Override
  long reopenedVersion() {
    server.close();
    server =
        EngineServer.open(EngineDirectory.open(directory), Durability.SYNC, environment.engine());
    return readVersion();
  }
}
