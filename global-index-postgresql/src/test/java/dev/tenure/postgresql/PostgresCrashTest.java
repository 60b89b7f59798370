package dev.tenure.postgresql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embeddedpostgresql.UnavailableException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PostgresCrashTest {
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  @Test
  void keysStayUniqueWhenTheServerCrashesAndFreezes() throws IOException, UnavailableException {
    try (Postgres postgres = Postgres.startForOutages()) {
      List<PostgresShard> shards = List.of(postgres.newShard(TIMEOUT), postgres.newShard(TIMEOUT));
      KeyTraffic traffic =
          KeyTraffic.start(
              shards.stream().map(PostgresShard::data).toList(),
              shards.stream().map(PostgresShard::index).toList());
      traffic.runUntilWritten(200);
      for (int i = 0; i < 2; i++) {
        postgres.server().crash();
        traffic.runUntilFailed(6);
        postgres.server().restart();
        traffic.runUntilWritten(100);
      }
      postgres.server().freeze();
      traffic.runUntilFailed(2);
      postgres.server().thaw();
      traffic.runUntilWritten(100);
      traffic.stop();

      assertTrue(
          Set.of(Reason.SHARD_DOWN, Reason.OUTCOME_UNKNOWN).containsAll(traffic.outages()),
          () -> "failures during outages: " + traffic.outages());
      assertEquals(List.of(), traffic.faults());
    }
  }
}
