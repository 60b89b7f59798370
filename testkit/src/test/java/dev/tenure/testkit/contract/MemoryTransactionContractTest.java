package dev.tenure.testkit.contract;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MemoryTransactionContractTest extends TransactionContract {
  private Database database;

  @BeforeAll
  void open() {
    database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  }

  @AfterAll
  void close() {
    database.close();
  }

  @Override
  public Database database() {
    return database;
  }
}
