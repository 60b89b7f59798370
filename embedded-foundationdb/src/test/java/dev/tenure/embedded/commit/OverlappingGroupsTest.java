package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.CommitFailures.codeOf;
import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.MutationType;
import dev.tenure.embedded.storage.MemoryStorage;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commits that are ordered while the group before is still to be written. */
class OverlappingGroupsTest {
  private final VirtualEnvironment environment = new VirtualEnvironment();
  private final StorageProbe storage = new StorageProbe(new MemoryStorage());
  private final EngineServer server =
      EngineServer.open(storage, Durability.SYNC, environment.engine());

  /** Closing fails when a group has kept a snapshot open. */
  @AfterEach
  void closeServer() {
    storage.setFailing(false);
    server.close();
    assertTrue(storage.isClosed());
  }

  @Test
  void atomicOperationBuildsOnTheGroupBefore() {
    CompletableFuture<CommitOutcome> first = sealed(add("n", 5));
    CompletableFuture<CommitOutcome> second = server.commit(add("n", 2));
    environment.run();
    assertArrayEquals(new byte[] {7}, read("n", newest()));
    assertArrayEquals(new byte[] {5}, read("n", first.join().version()));
    assertTrue(second.join().version() > first.join().version());
  }

  @Test
  void comparisonSeesThatTheGroupBeforeHasDeletedTheRow() {
    commit(request().set("k", "1"));
    CompletableFuture<CommitOutcome> clear = sealed(request().clear("k", "l").build());
    CompletableFuture<CommitOutcome> add = server.commit(add("k", 1));
    environment.run();
    assertNull(read("k", clear.join().version()));
    assertArrayEquals(new byte[] {1}, read("k", add.join().version()));
  }

  @Test
  void clearTakesRowsThatTheGroupBeforeHasPut() {
    commit(request().set("k1", "1"));
    CompletableFuture<CommitOutcome> put = sealed(request().set("k2", "2").build());
    CompletableFuture<CommitOutcome> clear = server.commit(request().clear("k", "l").build());
    environment.run();
    assertArrayEquals(bytes("2"), read("k2", put.join().version()));
    assertNull(read("k1", clear.join().version()));
    assertNull(read("k2", clear.join().version()));
  }

  @Test
  void writeOfTheGroupBeforeIsAConflict() {
    long version = newest();
    CompletableFuture<CommitOutcome> first = sealed(request().set("k", "1").build());
    CompletableFuture<CommitOutcome> second =
        server.commit(request().at(version).reads("k").set("l", "2").build());
    environment.run();
    assertFalse(first.isCompletedExceptionally());
    assertEquals(1020, codeOf(second));
    assertNull(read("l", newest()));
  }

  @Test
  void readVersionsAreBelowAllThatIsNotWritten() {
    CommitOutcome before = commit(request().set("k", "1"));
    CompletableFuture<CommitOutcome> first = sealed(request().set("k", "2").build());
    CompletableFuture<CommitOutcome> second = server.commit(request().set("k", "3").build());
    environment.setClock(VirtualEnvironment.START.plusSeconds(1));
    long version = newestNow();
    assertTrue(version >= before.version());
    environment.run();
    assertTrue(version < first.join().version());
    assertTrue(first.join().version() < second.join().version());
    assertArrayEquals(bytes("1"), read("k", version));
    assertArrayEquals(bytes("3"), read("k", newest()));
  }

  @Test
  void commitsBehindAGroupThatFailsAreToBeTriedAgain() {
    commit(add("n", 1));
    CompletableFuture<CommitOutcome> first = sealed(add("n", 2));
    CompletableFuture<CommitOutcome> behind = server.commit(add("n", 4));
    storage.setFailing(true);
    environment.runOneCommitTask();
    CompletableFuture<CommitOutcome> later = server.commit(add("n", 8));
    storage.setFailing(false);
    environment.run();
    assertEquals(1021, codeOf(first));
    assertEquals(1020, codeOf(behind));
    assertEquals(1020, codeOf(later));
    assertArrayEquals(new byte[] {1}, read("n", newest()));
    commit(add("n", 16));
    assertArrayEquals(new byte[] {17}, read("n", newest()));
  }

  @Test
  void closingRefusesWhatIsOrderedAndNotWritten() {
    CompletableFuture<CommitOutcome> first = sealed(request().set("k", "1").build());
    CompletableFuture<CommitOutcome> second = server.commit(request().set("l", "1").build());
    server.close();
    environment.run();
    assertEquals(1101, codeOf(first));
    assertEquals(1101, codeOf(second));
  }

  /** Commits, and lets the group be closed to others, but not yet be written. */
  private CompletableFuture<CommitOutcome> sealed(CommitRequest request) {
    CompletableFuture<CommitOutcome> commit = server.commit(request);
    environment.runOneCommitTask();
    assertFalse(commit.isDone());
    return commit;
  }

  private CommitOutcome commit(Requests request) {
    return commit(request.build());
  }

  private CommitOutcome commit(CommitRequest request) {
    return environment.result(server.commit(request));
  }

  private static CommitRequest add(String key, int summand) {
    return request().change(MutationType.ADD, key, new byte[] {(byte) summand}).build();
  }

  private long newest() {
    return environment.result(server.readVersion());
  }

  /** Without running anything. */
  private long newestNow() {
    return server.readVersion().join();
  }

  private byte @Nullable [] read(String key, long version) {
    return environment.result(server.reader(version)).get(bytes(key));
  }
}
