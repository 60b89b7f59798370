package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.CommitFailures.codeOf;
import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.embedded.storage.MemoryStorage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlantedFaultsTest {

  /** Faults the test sets as it goes. */
  private static final class Faults implements FaultInjector {
    private CommitFault commitFault = CommitFault.NONE;
    private Duration commitDelay = Duration.ZERO;
    private Duration answerDelay = Duration.ZERO;
    private Duration readVersionDelay = Duration.ZERO;
    private long lag;

    @Override
    public CommitFault beforeCommit(CommitRequest request) {
      return commitFault;
    }

    @Override
    public Duration commitDelay() {
      return commitDelay;
    }

    @Override
    public Duration answerDelay() {
      return answerDelay;
    }

    @Override
    public Duration readVersionDelay() {
      return readVersionDelay;
    }

    @Override
    public long readVersionLag() {
      return lag;
    }
  }

  private final Faults faults = new Faults();
  private final VirtualEnvironment environment = new VirtualEnvironment();
  private final EngineServer server =
      EngineServer.open(
          new MemoryStorage(), Durability.SYNC, environment.engine(faults, EngineLimits.DEFAULTS));

  @AfterEach
  void closeServer() {
    server.close();
  }

  @Test
  void plantedConflictIsNotApplied() {
    faults.commitFault = CommitFault.NOT_COMMITTED;
    assertEquals(1020, codeOf(commit()));
    assertNull(value());
  }

  @Test
  void plantedAgeIsNotApplied() {
    faults.commitFault = CommitFault.TRANSACTION_TOO_OLD;
    assertEquals(1007, codeOf(commit()));
    assertNull(value());
  }

  @Test
  void unknownResultMayBeApplied() {
    faults.commitFault = CommitFault.UNKNOWN_RESULT_APPLIED;
    assertEquals(1021, codeOf(commit()));
    assertNotNull(value());
  }

  @Test
  void unknownResultMayBeNotApplied() {
    faults.commitFault = CommitFault.UNKNOWN_RESULT_NOT_APPLIED;
    assertEquals(1021, codeOf(commit()));
    assertNull(value());
  }

  @Test
  void commitIsHeldBack() {
    faults.commitDelay = Duration.ofMillis(100);
    CompletableFuture<CommitOutcome> commit = commit();
    environment.pass(Duration.ofMillis(99));
    assertNull(value());
    environment.pass(Duration.ofMillis(2));
    assertTrue(commit.isDone());
    assertNotNull(value());
  }

  @Test
  void answerIsHeldBackAfterTheCommit() {
    faults.answerDelay = Duration.ofMillis(100);
    CompletableFuture<CommitOutcome> commit = commit();
    environment.pass(Duration.ofMillis(99));
    assertNotNull(value());
    assertFalse(commit.isDone());
    environment.pass(Duration.ofMillis(2));
    assertTrue(commit.isDone());
  }

  @Test
  void readVersionIsHeldBack() {
    faults.readVersionDelay = Duration.ofMillis(100);
    CompletableFuture<Long> version = server.readVersion();
    environment.pass(Duration.ofMillis(99));
    assertFalse(version.isDone());
    environment.pass(Duration.ofMillis(2));
    assertTrue(version.isDone());
  }

  @Test
  void readVersionLagsButStaysReadable() {
    environment.pass(Duration.ofSeconds(10));
    faults.lag = 1_000_000;
    long version = environment.result(commit()).version();
    assertEquals(1_000_000.0, (double) (version - readVersion()), 20_000);
    faults.lag = 100_000_000;
    assertTrue(environment.result(server.reader(readVersion())).get(bytes("k")) == null);
  }

  private CompletableFuture<CommitOutcome> commit() {
    CompletableFuture<CommitOutcome> commit = server.commit(request().set("k", "v").build());
    environment.run();
    return commit;
  }

  private long readVersion() {
    return environment.result(server.readVersion());
  }

  private byte @Nullable [] value() {
    faults.readVersionDelay = Duration.ZERO;
    return environment.result(server.reader(readVersion())).get(bytes("k"));
  }
}
