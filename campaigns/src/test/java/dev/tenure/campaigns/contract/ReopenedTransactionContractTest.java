package dev.tenure.campaigns.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.testkit.contract.TransactionContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A durable engine that is closed and opened again before every test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReopenedTransactionContractTest extends TransactionContract
    implements SerializabilityContract {
  private Path directory;
  private Database database;

  @BeforeAll
  void open(@TempDir Path folder) {
    directory = folder;
    database = EmbeddedDatabase.open(directory, EmbeddedEnvironment.realTime());
  }

  @BeforeEach
  void reopen() {
    database.close();
    database = EmbeddedDatabase.open(directory, EmbeddedEnvironment.realTime());
  }

  @AfterAll
  void close() {
    database.close();
  }

  @Override
  public Database database() {
    return database;
  }

  @Test
  void whatWasCommittedIsThereAfterReopening() {
    store("a", "b");
    write(transaction -> transaction.clear(key("a")));
    reopen();
    assertEquals(List.of("b"), read(reader -> names(reader.getRange(all()).asList().join())));
  }

  @Test
  void versionsGoOnAboveAllBefore() {
    long committed;
    try (Transaction writer = begin()) {
      writer.set(key("a"), value("a"));
      writer.commit().join();
      committed = writer.getCommittedVersion();
    }
    reopen();
    long seen = read(reader -> reader.getReadVersion().join());
    assertTrue(seen >= committed, () -> seen + " is read after " + committed);
    try (Transaction writer = begin()) {
      writer.set(key("a"), value("b"));
      writer.commit().join();
      assertTrue(writer.getCommittedVersion() > seen);
    }
  }
}
