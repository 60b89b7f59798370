package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.Seeds;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions over crashes, whatever the clock does meanwhile. */
class VersionReservationTest {
  private final VirtualEnvironment environment = new VirtualEnvironment();
  private MemoryStorage storage = new MemoryStorage();
  private EngineServer server = open();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "2029-12-31T23:59:59.999999Z",
        "2030-01-01T00:00:00Z",
        "2030-01-01T00:00:30Z",
        "2130-01-01T00:00:00Z"
      })
  void firstVersionIsAboveAllBeforeWhateverTheClockSays(String restartedAt) {
    long last = Math.max(commit(), readVersion());
    environment.setClock(Instant.parse(restartedAt));
    crash();
    long first = readVersion();
    assertTrue(first > last, first + " after " + last);
    assertTrue(commit() > first);
  }

  @Test
  void crashAfterReservingAndBeforeUseCostsVersionsAndNoMore() {
    long last = commit();
    for (int i = 0; i < 100; i++) {
      crash();
    }
    long first = readVersion();
    assertTrue(first > last, first + " after " + last);
    assertTrue(first - last < 101 * 61_000_000L, (first - last) + " versions lost");
  }

  @Test
  void clockThatJumpsAheadIsFollowedOnlyOnceItsVersionsAreReserved() {
    commit();
    environment.setClock(environment.instant().plus(Duration.ofDays(3650)));
    CompletableFuture<Long> jumped = server.readVersion();
    assertTrue(!jumped.isDone(), "handed out before it was reserved");
    long last = environment.result(jumped);
    crash();
    assertTrue(readVersion() > last);
  }

  @Test
  void versionsGrowOverAnyCourseOfClockCommitsAndCrashes() throws Exception {
    Seeds.forEach(50, this::run);
  }

  @Test
  void rowThatHoldsNoVersionIsRefused() {
    for (byte[] value : new byte[][] {{1, 2, 3}, {-1, 0, 0, 0, 0, 0, 0, 0}}) {
      MemoryStorage damaged = new MemoryStorage();
      StorageBatch batch = damaged.newBatch();
      batch.put(EngineKeys.VERSIONS_RESERVED, value);
      damaged.apply(batch, true);
      StorageException error =
          assertThrows(
              StorageException.class,
              () -> EngineServer.open(damaged, Durability.SYNC, environment.engine()));
      assertEquals(
          "the row of reserved versions holds "
              + value.length
              + " bytes, expected 8 of a positive number",
          error.getMessage());
    }
  }

  private void run(Random random) {
    long last = -1;
    for (int step = 0; step < 100; step++) {
      switch (random.nextInt(6)) {
        case 0 -> crash();
        case 1 -> {
          int seconds = random.nextInt(-100_000, 100_000);
          environment.setClock(environment.instant().plusSeconds(seconds));
        }
        case 2 -> environment.pass(Duration.ofMillis(random.nextInt(40_000)));
        case 3 -> {
          long version = readVersion();
          assertTrue(version >= last, version + " after " + last);
          last = version;
        }
        default -> {
          long version = commit();
          assertTrue(version > last, version + " after " + last);
          last = version;
        }
      }
    }
  }

  private EngineServer open() {
    return EngineServer.open(storage, Durability.SYNC, environment.engine());
  }

  private void crash() {
    server.close();
    storage = storage.afterCrash();
    server = open();
  }

  private long readVersion() {
    return environment.result(server.readVersion());
  }

  private long commit() {
    return environment.result(server.commit(request().set("k", "v").risky().build())).version();
  }
}
