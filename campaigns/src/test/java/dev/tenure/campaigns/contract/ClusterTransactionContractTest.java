package dev.tenure.campaigns.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDB;
import dev.tenure.testkit.contract.TransactionContract;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The same suite on a FoundationDB cluster, below a prefix of its own. */
@Tag("fdb")
@EnabledIfEnvironmentVariable(
    named = "FDB_CLUSTER_FILE",
    matches = ".+",
    disabledReason =
        "needs a FoundationDB cluster and its client library: set FDB_CLUSTER_FILE to run it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterTransactionContractTest extends TransactionContract
    implements SerializabilityContract {
  private static final int API_VERSION = 730;

  private final byte[] prefix = ("tenure-contract/" + UUID.randomUUID() + "/").getBytes(UTF_8);
  private Database database;

  @BeforeAll
  void open() {
    database = FDB.selectAPIVersion(API_VERSION).open(System.getenv("FDB_CLUSTER_FILE"));
  }

  @AfterAll
  void close() {
    write(transaction -> transaction.clear(all()));
    database.close();
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public byte[] prefix() {
    return prefix.clone();
  }
}
