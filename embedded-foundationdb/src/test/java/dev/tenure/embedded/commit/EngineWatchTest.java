package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.embedded.storage.MemoryStorage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EngineWatchTest {
  private final VirtualEnvironment environment = new VirtualEnvironment();
  private final EngineServer server =
      EngineServer.open(
          new MemoryStorage(),
          Durability.SYNC,
          environment.engine(
              FaultInjector.NONE, new EngineLimits(100, 100, 1 << 20, Duration.ofSeconds(1))));

  @AfterEach
  void closeServer() {
    server.close();
  }

  @Test
  void firesWhenTheValueChanges() {
    CompletableFuture<Void> watch = server.watch(bytes("k"), null, 1);
    commit(request().set("j", "1").set("l", "1"));
    assertFalse(watch.isDone());
    commit(request().set("k", "1"));
    assertTrue(watch.isDone());
  }

  @Test
  void doesNotFireWhenTheSameValueIsWritten() {
    commit(request().set("k", "1"));
    CompletableFuture<Void> watch = server.watch(bytes("k"), bytes("1"), 1);
    commit(request().set("k", "1"));
    commit(request().set("k", "2").set("k", "1"));
    assertFalse(watch.isDone());
    commit(request().clear("k"));
    assertTrue(watch.isDone());
  }

  @Test
  void firesAtOnceWhenTheValueDiffersAlready() {
    commit(request().set("k", "1"));
    assertTrue(server.watch(bytes("k"), null, 1).isDone());
    assertTrue(server.watch(bytes("k"), bytes("2"), 1).isDone());
    assertTrue(server.watch(bytes("absent"), bytes("2"), 1).isDone());
  }

  @Test
  void firesForClearsOfFewAndOfManyRows() {
    for (int rows : new int[] {3, 200}) {
      Requests load = request();
      for (int i = 0; i < rows; i++) {
        load.set(String.format("r%03d", i), "x");
      }
      commit(load);
      CompletableFuture<Void> present = server.watch(bytes("r001"), bytes("x"), 1);
      CompletableFuture<Void> absent = server.watch(bytes("r001a"), null, 1);
      CompletableFuture<Void> outside = server.watch(bytes("s"), null, 1);
      commit(request().clear("r", "s"));
      assertTrue(present.isDone());
      assertFalse(absent.isDone());
      assertFalse(outside.isDone());
    }
  }

  @Test
  void keyWrittenAfterALargeClearFiresByItsNewValue() {
    Requests load = request();
    for (int i = 0; i < 200; i++) {
      load.set(String.format("r%03d", i), "x");
    }
    commit(load);
    CompletableFuture<Void> same = server.watch(bytes("r001"), bytes("x"), 1);
    CompletableFuture<Void> other = server.watch(bytes("r002"), bytes("x"), 1);
    commit(request().clear("r", "s").set("r001", "x").set("r002", "y"));
    assertFalse(same.isDone());
    assertTrue(other.isDone());
  }

  @Test
  void everyWatchOfAKeyFiresWhetherWatchesOrWritesAreMore() {
    List<CompletableFuture<Void>> watches = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      watches.add(server.watch(bytes("k" + i % 5), null, 1));
    }
    commit(request().set("k0", "1"));
    assertEquals(10, watches.stream().filter(CompletableFuture::isDone).count());
    Requests many = request();
    for (int i = 1; i < 200; i++) {
      many.set("k" + i, "1");
    }
    commit(many);
    assertEquals(50, watches.stream().filter(CompletableFuture::isDone).count());
  }

  @Test
  void neverFiresOnTheCommitExecutor() {
    CompletableFuture<Void> watch = server.watch(bytes("k"), null, 1);
    CompletableFuture<CommitOutcome> commit = server.commit(request().set("k", "1").build());
    environment.runCommitTasks();
    assertFalse(watch.isDone());
    environment.run();
    assertTrue(watch.isDone() && commit.isDone());
  }

  private void commit(Requests request) {
    CommitOutcome outcome = environment.result(server.commit(request.build()));
    assertTrue(outcome.version() > 0);
  }
}
