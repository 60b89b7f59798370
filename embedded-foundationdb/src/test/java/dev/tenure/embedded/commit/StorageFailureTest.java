package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.CommitFailures.codeOf;
import static dev.tenure.embedded.commit.CommitFailures.errorOf;
import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.StorageException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StorageFailureTest {
  private final VirtualEnvironment environment = new VirtualEnvironment();
  private final StorageProbe storage = new StorageProbe(new MemoryStorage());
  private final EngineServer server =
      EngineServer.open(storage, Durability.SYNC, environment.engine());

  @AfterEach
  void closeServer() {
    storage.setFailing(false);
    server.close();
  }

  @Test
  void resultOfAFailedWriteIsUnknownToTheWholeGroupAndNothingOfItIsSeen() {
    CommitOutcome before = commit("k", "1").join();
    storage.setFailing(true);
    CompletableFuture<CommitOutcome> first = server.commit(request().set("k", "2").build());
    CompletableFuture<CommitOutcome> second =
        server.commit(request().set("l", "2").risky().build());
    CompletableFuture<Void> watch = server.watch(bytes("k"), bytes("1"), before.version());
    environment.run();
    assertEquals(1021, codeOf(first));
    FDBException error = errorOf(second);
    assertEquals(1021, error.getCode());
    assertInstanceOf(StorageException.class, error.getCause());
    assertFalse(watch.isDone());
    assertArrayEquals(bytes("1"), read("k"));
    assertNull(read("l"));
  }

  @Test
  void commitsAfterAFailedWriteAreRefusedUntilTheStorageCanBeWrittenAgain() {
    storage.setFailing(true);
    assertEquals(1021, codeOf(commit("k", "1")));
    for (int i = 0; i < 3; i++) {
      FDBException error = errorOf(commit("k", "2"));
      assertEquals(1510, error.getCode());
      assertInstanceOf(StorageException.class, error.getCause());
    }
    assertNull(read("k"));
    storage.setFailing(false);
    commit("k", "3").join();
    assertArrayEquals(bytes("3"), read("k"));
  }

  @Test
  void watchOutlivesAFailure() {
    CommitOutcome before = commit("k", "1").join();
    CompletableFuture<Void> watch = server.watch(bytes("k"), bytes("1"), before.version());
    storage.setFailing(true);
    assertEquals(1021, codeOf(commit("k", "2")));
    storage.setFailing(false);
    commit("l", "1").join();
    assertFalse(watch.isDone());
    commit("k", "3").join();
    assertTrue(watch.isDone());
  }

  @Test
  void versionOfAFailedGroupIsNotGivenAgain() {
    CommitOutcome before = commit("k", "1").join();
    storage.setFailing(true);
    assertEquals(1021, codeOf(commit("k", "2")));
    storage.setFailing(false);
    assertEquals(before.version() + 2, commit("k", "3").join().version());
  }

  @Test
  void nothingIsBuiltOnRowsThatAGroupReplacedButCouldNotPublish() {
    commit("k", "1").join();
    storage.setFailingSnapshots(true);
    assertEquals(4100, codeOf(commit("k", "2")));
    storage.setFailingSnapshots(false);
    assertEquals(4100, codeOf(commit("l", "1")));
    assertArrayEquals(bytes("1"), read("k"));
    assertNull(read("l"));
  }

  @Test
  void commitThatWritesNothingSucceedsMeanwhile() {
    storage.setFailing(true);
    assertEquals(1021, codeOf(commit("k", "1")));
    CompletableFuture<CommitOutcome> commit = server.commit(request().writeConflict("k").build());
    environment.run();
    assertFalse(commit.isCompletedExceptionally());
  }

  @Test
  void conflictsOfAFailedGroupAreStillReportedAsSuch() {
    long version = environment.result(server.readVersion());
    commit("k", "1").join();
    storage.setFailing(true);
    CompletableFuture<CommitOutcome> other = server.commit(request().set("l", "1").build());
    CompletableFuture<CommitOutcome> conflicting =
        server.commit(request().at(version).reads("k").set("m", "1").build());
    environment.run();
    assertEquals(1021, codeOf(other));
    assertEquals(1020, codeOf(conflicting));
  }

  @Test
  void readsGoOnAfterALongIdleSpellWithoutReservation() {
    commit("k", "1").join();
    storage.setFailing(true);
    environment.pass(Duration.ofMinutes(10));
    CompletableFuture<Long> version = server.readVersion();
    environment.run();
    assertTrue(version.isDone());
    assertFalse(version.isCompletedExceptionally());
  }

  private CompletableFuture<CommitOutcome> commit(String key, String value) {
    CompletableFuture<CommitOutcome> commit = server.commit(request().set(key, value).build());
    environment.run();
    return commit;
  }

  private byte @Nullable [] read(String key) {
    long version = environment.result(server.readVersion());
    return environment.result(server.reader(version)).get(bytes(key));
  }
}
