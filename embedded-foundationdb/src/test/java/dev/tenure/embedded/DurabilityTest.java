package dev.tenure.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.embedded.commit.Durability;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityTest {
  private final LogLines lines = new LogLines();

  @TempDir private Path parent = Path.of("");

  @AfterEach
  void leave() {
    lines.close();
  }

  @Test
  void relaxedDurabilityIsSaidInTheLog() {
    open("relaxed", Durability.RELAXED).close();
    assertEquals(
        List.of(
            "INFO "
                + parent.resolve("relaxed")
                + " is opened with relaxed durability: a crash of the machine may lose the last"
                + " commits"),
        lines.all());
  }

  @Test
  void syncedCommitsNeedNoWords() {
    open("synced", Durability.SYNC).close();
    assertEquals(List.of(), lines.all());
  }

  private EmbeddedDatabase open(String name, Durability durability) {
    return EmbeddedDatabase.open(
        parent.resolve(name), EmbeddedEnvironment.builder().durability(durability).build());
  }
}
