package dev.tenure.campaigns.contract;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.testkit.contract.TransactionContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DurableTransactionContractTest extends TransactionContract
    implements SerializabilityContract {
  private Database database;

  @BeforeAll
  void open(@TempDir Path directory) {
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
}
