package dev.tenure.campaigns.globalindex.histories;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistoriesTest {
  private static final int SEEDS = 25;

  @Test
  void clientsUnderFaultsViolateNothing() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Histories histories = new Histories(InstantSource.system(), new PrintStream(out, true, UTF_8));
    assertTrue(histories.run(SEEDS, 1, Optional.empty(), 1), () -> out.toString(UTF_8));
    assertTrue(out.toString(UTF_8).contains("arrived after a crash="), out.toString(UTF_8));
    assertTrue(out.toString(UTF_8).contains("written while down="), out.toString(UTF_8));
    assertTrue(out.toString(UTF_8).contains("marked for a create="), out.toString(UTF_8));
  }

  @Test
  void seedGivesTheSameHistoryToTheByte() {
    assertEquals(ShardHistory.run(7).trace(), ShardHistory.run(7).trace());
    assertNotEquals(ShardHistory.run(7).digest(), ShardHistory.run(8).digest());
  }
}
