package dev.tenure.embedded.transaction;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDB;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.RealWaiting;
import dev.tenure.embedded.Waiting;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** What is stated of the engine is true of a FoundationDB cluster. */
@Tag("fdb")
@EnabledIfEnvironmentVariable(
    named = "FDB_CLUSTER_FILE",
    matches = ".+",
    disabledReason =
        "needs a FoundationDB cluster and its client library: set FDB_CLUSTER_FILE to run it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterBehaviourTest implements BehaviourContract {
  private static final int API_VERSION = 730;

  private final Waiting waiting = new RealWaiting();
  private Database database;

  @BeforeAll
  void open() {
    database = FDB.selectAPIVersion(API_VERSION).open(System.getenv("FDB_CLUSTER_FILE"));
  }

  @AfterEach
  void clear() {
    write(
        tr -> {
          tr.clear(Range.startsWith(key("")));
          tr.clear(Range.startsWith(bytes("\u0002behaviour\0")));
        });
  }

  @AfterAll
  void close() {
    database.close();
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public Waiting waiting() {
    return waiting;
  }
}
