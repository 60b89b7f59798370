package dev.tenure.embedded;

import static dev.tenure.embedded.ManualEngine.bytes;
import static dev.tenure.embedded.ManualEngine.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.Durability;
import dev.tenure.embedded.commit.FaultInjector;
import dev.tenure.embedded.recovery.EngineDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening, retry loops and closing of a database in real time. */
class EmbeddedDatabaseTest {
  @TempDir Path scratch;

  @Test
  void rowsAreThereAfterOpeningTheDirectoryAgain() {
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(scratch, EmbeddedEnvironment.realTime())) {
      database.run(tr -> set(tr, "k", "v"));
    }
    EmbeddedEnvironment relaxed =
        EmbeddedEnvironment.builder().durability(Durability.RELAXED).build();
    try (EmbeddedDatabase database = EmbeddedDatabase.open(scratch, relaxed)) {
      assertEquals("v", text(database.read(tr -> tr.get(bytes("k")).join())));
    }
  }

  private static boolean set(Transaction transaction, String key, String value) {
    transaction.set(bytes(key), bytes(value));
    return true;
  }

  @Test
  void directoryThatIsOpenCannotBeOpenedTwice() {
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(scratch, EmbeddedEnvironment.realTime())) {
      EngineDirectoryException refused =
          assertThrows(
              EngineDirectoryException.class,
              () -> EmbeddedDatabase.open(scratch, EmbeddedEnvironment.realTime()));
      assertTrue(String.valueOf(refused.getMessage()).contains(scratch.toString()));
      boolean written = database.run(tr -> set(tr, "k", "v"));
      assertTrue(written);
    }
  }

  @Test
  void runTriesAgainUntilTheCommitSucceeds() {
    AtomicInteger faults = new AtomicInteger(2);
    FaultInjector conflicts =
        new FaultInjector() {
          @Override
          public CommitFault beforeCommit(CommitRequest request) {
            return faults.getAndDecrement() > 0 ? CommitFault.NOT_COMMITTED : CommitFault.NONE;
          }
        };
    AtomicInteger attempts = new AtomicInteger();
    EmbeddedEnvironment environment = EmbeddedEnvironment.builder().faults(conflicts).build();
    try (EmbeddedDatabase database = EmbeddedDatabase.memory(environment)) {
      database.run(
          tr -> {
            attempts.incrementAndGet();
            return set(tr, "k", "v");
          });
      assertEquals(3, attempts.get());
      faults.set(2);
      CompletableFuture<Integer> later =
          database.runAsync(
              tr -> {
                set(tr, "k", "w");
                return CompletableFuture.completedFuture(attempts.incrementAndGet());
              });
      assertEquals(6, later.join());
    }
  }

  @Test
  void runPassesOnWhatTheBodyThrows() {
    try (EmbeddedDatabase database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime())) {
      CompletionException failure =
          assertThrows(
              CompletionException.class,
              () ->
                  database.run(
                      tr -> {
                        throw new IllegalArgumentException("by the body");
                      }));
      assertInstanceOf(IllegalArgumentException.class, failure.getCause());
    }
  }

  @Test
  void closedDatabaseMakesNoTransactionAndEndsThoseThereAre() {
    EmbeddedDatabase database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
    Transaction open = database.createTransaction();
    open.set(bytes("k"), bytes("v"));
    database.close();
    database.close();
    assertThrows(IllegalStateException.class, database::createTransaction);
    CompletionException failure =
        assertThrows(CompletionException.class, () -> open.commit().join());
    FDBException cause = assertInstanceOf(FDBException.class, failure.getCause());
    assertEquals(1101, cause.getCode());
  }

  @Test
  void whatAnInProcessEngineHasNotSaysSo() {
    try (EmbeddedDatabase database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime())) {
      assertThrows(UnsupportedOperationException.class, () -> database.openTenant(bytes("tenant")));
      assertThrows(
          UnsupportedOperationException.class,
          () -> database.blobbifyRange(bytes("a"), bytes("b")));
      assertThrows(FDBException.class, () -> database.options().setUseConfigDatabase());
    }
  }
}
