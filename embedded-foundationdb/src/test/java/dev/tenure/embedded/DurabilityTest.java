package dev.tenure.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.embedded.commit.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityTest {
  private static final Logger LOG = Logger.getLogger("dev.tenure.embedded");
  private final List<String> logged = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          logged.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @TempDir private Path parent = Path.of("");

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
  }

  @AfterEach
  void leave() {
    LOG.removeHandler(handler);
  }

  @Test
  void relaxedDurabilityIsSaidInTheLog() {
    open("relaxed", Durability.RELAXED).close();
    assertEquals(
        List.of(
            parent.resolve("relaxed")
                + " is opened with relaxed durability: a crash of the machine may lose the last"
                + " commits"),
        logged);
  }

  @Test
  void syncedCommitsNeedNoWords() {
    open("synced", Durability.SYNC).close();
    assertEquals(List.of(), logged);
  }

  private EmbeddedDatabase open(String name, Durability durability) {
    return EmbeddedDatabase.open(
        parent.resolve(name), EmbeddedEnvironment.builder().durability(durability).build());
  }
}
