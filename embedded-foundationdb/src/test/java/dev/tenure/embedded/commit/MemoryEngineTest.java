package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MemoryEngineTest extends MetadataVersionContract {
  private MemoryStorage storage = new MemoryStorage();

  @Override
  Storage openStorage() {
    return storage;
  }

  @Override
  long reopenedVersion() {
    server.close();
    server = EngineServer.open(storage, Durability.SYNC, environment.engine());
    return readVersion();
  }

  @Test
  void acknowledgedCommitOutlivesACrash() {
    commit(request().set("k", "v"));
    assertEquals("v", afterCrash("k"));
  }

  @Test
  void riskyCommitIsVisibleButNotSyncedAlone() {
    CommitOutcome outcome = commit(request().set("k", "v").risky());
    assertEquals("k=v", rows(outcome.version()));
    assertEquals("", afterCrash("k"));
  }

  @Test
  void riskyCommitIsSyncedWithTheNextThatSyncs() {
    commit(request().set("k", "v").risky());
    commit(request().set("other", "x"));
    assertEquals("v", afterCrash("k"));
  }

  @Test
  void writeConflictAloneSyncsWhatWasRiskyBefore() {
    commit(request().set("k", "v").risky());
    commit(request().writeConflict("x"));
    assertEquals("v", afterCrash("k"));
  }

  @Test
  void groupWithOneDurableTransactionIsSynced() {
    commitTogether(request().set("a", "1").risky(), request().set("b", "2"));
    assertEquals("1", afterCrash("a"));
  }

  @Test
  void relaxedEngineLeavesSyncingToTheSystem() {
    server.close();
    server = EngineServer.open(storage, Durability.RELAXED, environment.engine());
    commit(request().set("k", "v"));
    assertEquals("", afterCrash("k"));
  }

  @Test
  void versionsDoNotRepeatAfterACrashThatLostRiskyCommits() {
    long last = 0;
    for (int i = 0; i < 200; i++) {
      environment.pass(Duration.ofMillis(900));
      last = commit(request().set("k", "v" + i).risky()).version();
    }
    server.close();
    storage = storage.afterCrash();
    server = EngineServer.open(storage, Durability.SYNC, environment.engine());
    assertTrue(readVersion() > last);
  }

  @Test
  void versionsGoOnWhenTheClockStepsBack() {
    List<Long> versions = new ArrayList<>();
    versions.add(commit(request().set("k", "1")).version());
    environment.setClock(environment.instant().minusSeconds(3600));
    versions.add(commit(request().set("k", "2")).version());
    environment.pass(Duration.ofSeconds(1));
    versions.add(commit(request().set("k", "3")).version());
    assertEquals(1, versions.get(1) - versions.get(0));
    assertEquals(1_000_000.0, (double) (versions.get(2) - versions.get(1)), 10);
  }

  @Test
  void idleEngineLetsOldSnapshotsGoAndThenRests() {
    StorageProbe probe = new StorageProbe(storage);
    server.close();
    server = EngineServer.open(probe, Durability.SYNC, environment.engine());
    for (int i = 0; i < 100; i++) {
      commit(request().set("k", "v" + i));
    }
    assertTrue(probe.open() > 50, probe.open() + " snapshots open");
    environment.pass(Duration.ofSeconds(11));
    assertEquals(1, probe.open());
    assertEquals(0, environment.timersWaiting());
    server.close();
    assertEquals(0, probe.open());
    assertTrue(probe.isClosed());
  }

  @Test
  void idleEngineIsNotBusyWhileTheClockStandsStill() {
    commit(request().set("k", "v"));
    for (int times = 0; times < 3; times++) {
      environment.runNextTimerAtThisTime();
      Duration next = environment.nextTimer();
      assertTrue(next.compareTo(Duration.ofMillis(500)) > 0, "next look in " + next);
    }
  }

  @Test
  void windowHoldsNoMoreSnapshotsThanItsLimitAndAllThatWereHandedOut() {
    StorageProbe probe = new StorageProbe(storage);
    EngineLimits limits = new EngineLimits(20, 100, 1000, Duration.ofSeconds(1));
    server.close();
    server =
        EngineServer.open(probe, Durability.SYNC, environment.engine(FaultInjector.NONE, limits));
    List<Long> unseen = new ArrayList<>();
    List<Long> handedOut = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      unseen.add(commit(request().set("k", "v" + i)).version());
      if (i % 20 == 10) {
        handedOut.add(readVersion());
        assertEquals("k=v" + i, rows(handedOut.get(handedOut.size() - 1)));
      }
    }
    assertTrue(probe.open() <= 20, probe.open() + " snapshots open");
    for (int i = 0; i < handedOut.size(); i++) {
      assertEquals("k=v" + (10 + 20 * i), rows(handedOut.get(i)));
    }
    assertEquals(1007, errorOf(server.reader(unseen.get(55))));
    assertEquals("k=v5", rows(unseen.get(5)));
  }

  @Test
  void groupsEndAtTheirLimits() {
    EngineLimits limits = new EngineLimits(20, 3, 100, Duration.ofSeconds(1));
    server.close();
    server =
        EngineServer.open(storage, Durability.SYNC, environment.engine(FaultInjector.NONE, limits));
    List<CompletableFuture<CommitOutcome>> small = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      small.add(server.commit(request().set("k" + i, "v").build()));
    }
    environment.run();
    assertEquals(List.of(0, 1, 2, 0, 1, 2, 0), orders(small));
    List<CompletableFuture<CommitOutcome>> large = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      large.add(server.commit(request().set("k" + i, "v".repeat(60)).build()));
    }
    environment.run();
    assertEquals(List.of(0, 1, 0, 1), orders(large));
  }

  @Test
  void acknowledgementsNeverRunOnTheCommitExecutor() {
    CompletableFuture<CommitOutcome> commit = server.commit(request().set("k", "v").build());
    environment.runCommitTasks();
    assertEquals(false, commit.isDone());
    assertEquals(1, environment.completionTasksWaiting());
    environment.run();
    assertTrue(commit.isDone());
  }

  @Test
  void readsDoNotNeedTheCommitExecutor() {
    commit(request().set("k", "v"));
    CompletableFuture<Long> version = server.readVersion();
    assertTrue(version.isDone());
    assertTrue(server.reader(version.join()).isDone());
    assertEquals(0, environment.commitTasksWaiting());
  }

  private static List<Integer> orders(List<CompletableFuture<CommitOutcome>> commits) {
    return commits.stream().map(each -> each.join().batchOrder()).toList();
  }

  private String afterCrash(String key) {
    try (StorageSnapshot snapshot = storage.afterCrash().snapshot()) {
      byte[] value = snapshot.get(bytes(key));
      return value == null ? "" : text(value);
    }
  }
}
