package dev.tenure.campaigns.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateOptions;
import dev.tenure.testkit.contract.TransactionContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** What every database must do holds, however late its answers come. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LateTransactionContractTest extends TransactionContract implements SerializabilityContract {
  private static final long SEED = 22;

  private LateDatabase database;

  @BeforeAll
  void open() {
    Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
    database = LateDatabase.realTime(engine, LateOptions.seeded(SEED));
  }

  @AfterAll
  void close() {
    assertTrue(database.counts().reordered() > 0, () -> database.counts().toString());
    database.close();
  }

  @Override
  public Database database() {
    return database;
  }
}
