package dev.tenure.campaigns.differential;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The engine does what a FoundationDB cluster does, which must be empty. */
@Tag("fdb")
@EnabledIfEnvironmentVariable(
    named = "FDB_CLUSTER_FILE",
    matches = ".+",
    disabledReason =
        "needs a FoundationDB cluster and its client library: set FDB_CLUSTER_FILE to run it")
class ClusterComparisonTest {
  private static final int SEEDS = 200;

  @Test
  void engineDoesWhatTheClusterDoes() {
    try (DatabaseUnderTest engine = EngineUnderTest.memory();
        DatabaseUnderTest cluster = emptyCluster()) {
      ProgramComparison comparison = new ProgramComparison(engine, cluster);
      for (long seed = 1; seed <= SEEDS; seed++) {
        CompareCommand.failureOf(seed, comparison).ifPresent(failure -> fail(failure));
      }
    }
  }

  private static DatabaseUnderTest emptyCluster() {
    try {
      return ClusterUnderTest.open(Path.of(System.getenv("FDB_CLUSTER_FILE")));
    } catch (IllegalStateException holdsRows) {
      return abort(String.valueOf(holdsRows.getMessage()));
    }
  }
}
