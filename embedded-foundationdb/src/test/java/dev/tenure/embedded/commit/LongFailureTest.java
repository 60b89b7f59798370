package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.CommitFailures.codeOf;
import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.storage.MemoryStorage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A storage that refuses writes for longer than versions are reserved ahead. */
class LongFailureTest {
  private static final Duration BEYOND_ALL_RESERVED = Duration.ofSeconds(70);

  private final VirtualEnvironment environment = new VirtualEnvironment();
  private final StorageProbe storage = new StorageProbe(new MemoryStorage());
  private final EngineServer server =
      EngineServer.open(storage, Durability.SYNC, environment.engine());

  @BeforeEach
  void writeRows() {
    commit(request().set("k", "1").build()).join();
    storage.setFailing(true);
    assertEquals(1021, codeOf(commit(request().set("k", "2").build())));
  }

  @AfterEach
  void closeServer() {
    storage.setFailing(false);
    server.close();
  }

  @Test
  void readsGoOnForAsLongAsTheStorageFails() {
    for (int look = 0; look < 100; look++) {
      environment.pass(Duration.ofSeconds(7));
      assertArrayEquals(bytes("1"), read("k"), "after " + 7 * (look + 1) + " s");
    }
  }

  @Test
  void readsGoOnWhenTheFirstFailureComesAfterALongIdleSpell() {
    storage.setFailing(false);
    commit(request().set("k", "3").build()).join();
    environment.pass(Duration.ofMinutes(10));
    storage.setFailing(true);
    assertArrayEquals(bytes("3"), read("k"));
    environment.pass(Duration.ofSeconds(7));
    assertArrayEquals(bytes("3"), read("k"));
  }

  @Test
  void commitOfWhatWasReadFailsAtOnceWith1510HoweverOftenItIsTried() {
    environment.pass(BEYOND_ALL_RESERVED);
    for (int attempt = 0; attempt < 3; attempt++) {
      assertEquals(1510, codeOf(increment("k")));
      environment.pass(Duration.ofMillis(3));
    }
  }

  @Test
  void commitsOfWhatWasReadAreNotInTheWayOfOneAnother() {
    for (int attempt = 0; attempt < 3; attempt++) {
      assertEquals(1510, codeOf(increment("k")));
    }
  }

  @Test
  void commitThatFailedConflictsWithNobodyOnceTheStorageIsWellAgain() {
    long version = readVersion();
    assertEquals(1510, codeOf(increment("k")));
    storage.setFailing(false);
    commit(request().at(version).reads("k").set("k", "3").build()).join();
    assertArrayEquals(bytes("3"), read("k"));
  }

  @Test
  void writeBeforeTheFailureIsStillAConflict() {
    storage.setFailing(false);
    long version = readVersion();
    commit(request().set("k", "3").build()).join();
    storage.setFailing(true);
    assertEquals(1021, codeOf(commit(request().set("l", "1").build())));
    assertEquals(1020, codeOf(commit(request().at(version).reads("k").set("m", "1").build())));
  }

  @Test
  void commitThatWritesNothingGoesOnForHalfAMinute() {
    environment.pass(Duration.ofSeconds(29));
    commit(request().writeConflict("l").build()).join();
    environment.pass(BEYOND_ALL_RESERVED);
    assertEquals(1510, codeOf(commit(request().writeConflict("l").build())));
  }

  @Test
  void versionsFollowTheClockAgainOnceTheStorageIsWellAgain() {
    environment.pass(BEYOND_ALL_RESERVED);
    long stuck = readVersion();
    VersionedReader reader = environment.result(server.reader(stuck));
    assertEquals(stuck, readVersion());
    storage.setFailing(false);
    long fresh = readVersion();
    assertTrue(fresh > stuck + VersionWindow.WINDOW_VERSIONS, fresh + " after " + stuck);
    assertEquals(1007, codeOf(server.reader(stuck)));
    assertEquals(1007, codeOf(commit(request().at(stuck).reads("k").set("k", "3").build())));
    FDBException error = assertThrows(FDBException.class, () -> reader.get(bytes("k")));
    assertEquals(1007, error.getCode());
    increment("k").join();
    environment.pass(Duration.ofSeconds(6));
    assertEquals(1007, codeOf(server.reader(fresh)));
  }

  @Test
  void watchIsSetWhileTheStorageFailsAndFiresOnceItIsWellAgain() {
    environment.pass(BEYOND_ALL_RESERVED);
    CompletableFuture<Void> watch = server.watch(bytes("k"), bytes("1"), readVersion());
    assertEquals(1510, codeOf(increment("k")));
    assertFalse(watch.isDone());
    storage.setFailing(false);
    increment("k").join();
    environment.run();
    assertTrue(watch.isDone());
  }

  @Test
  void readVersionBesideTheFirstCommitAfterALongIdleSpellCanBeRead() {
    storage.setFailing(false);
    commit(request().set("k", "3").build()).join();
    environment.pass(Duration.ofMinutes(10));
    var unused = server.commit(request().set("k", "4").build());
    long version = readVersion();
    assertArrayEquals(bytes("4"), environment.result(server.reader(version)).get(bytes("k")));
  }

  @Test
  void readsGoOnAfterRowsThatCouldNotBePublished() {
    storage.setFailing(false);
    storage.setFailingSnapshots(true);
    assertEquals(4100, codeOf(commit(request().set("k", "2").build())));
    storage.setFailingSnapshots(false);
    environment.pass(BEYOND_ALL_RESERVED);
    assertEquals(4100, codeOf(increment("k")));
    environment.pass(BEYOND_ALL_RESERVED);
    assertArrayEquals(bytes("1"), read("k"));
  }

  /** Reads the key and writes it, as one transaction. */
  private CompletableFuture<CommitOutcome> increment(String key) {
    return commit(request().at(readVersion()).reads(key).set(key, "new").build());
  }

  private CompletableFuture<CommitOutcome> commit(CommitRequest request) {
    CompletableFuture<CommitOutcome> commit = server.commit(request);
    environment.run();
    return commit;
  }

  private long readVersion() {
    return environment.result(server.readVersion());
  }

  private byte @Nullable [] read(String key) {
    return environment.result(server.reader(readVersion())).get(bytes(key));
  }
}
