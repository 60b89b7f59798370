package dev.tenure.embedded.transcript;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDB;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.RealWaiting;
import dev.tenure.embedded.Waiting;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** A cluster still does what one was recorded doing: the player is right. Must be empty. */
@Tag("fdb")
@EnabledIfEnvironmentVariable(
    named = "FDB_CLUSTER_FILE",
    matches = ".+",
    disabledReason =
        "needs a FoundationDB cluster and its client library: set FDB_CLUSTER_FILE to run it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterTranscriptTest {
  private static final int API_VERSION = 730;
  private static final Range ALL = new Range(new byte[0], new byte[] {(byte) 0xff});

  private Database database;

  /** Whether the rows there are may be cleared: there were none before. */
  private boolean empty;

  @BeforeAll
  void open() {
    database = FDB.selectAPIVersion(API_VERSION).open(System.getenv("FDB_CLUSTER_FILE"));
    empty = database.read(reads -> reads.getRange(ALL, 1).asList().join().isEmpty());
    assumeTrue(empty, "the cluster holds rows, which playing the recordings would clear");
  }

  @AfterAll
  void close() {
    if (empty) {
      clear();
    }
    database.close();
  }

  private void clear() {
    database.run(
        transaction -> {
          transaction.options().setAccessSystemKeys();
          transaction.clear(ALL);
          transaction.clear(Range.startsWith(new byte[] {(byte) 0xff, 2, '/', 't', 'r', '/'}));
          return true;
        });
  }

  @TestFactory
  Stream<DynamicTest> clusterDoesWhatWasRecorded() throws IOException {
    return TranscriptTest.tests(
        transcript -> {
          assumeFalse(
              Database.class.desiredAssertionStatus() && holdsFutureNotSet(transcript),
              "fdb-java's own assertions, which are on, do not let code 2015 pass");
          clear();
          try (TranscriptStage stage = new Cluster(database)) {
            assertEquals(null, new TranscriptPlayer(stage, transcript).play(), transcript.name());
          }
        });
  }

  private static boolean holdsFutureNotSet(Transcript transcript) {
    return transcript.steps().stream().anyMatch(step -> step.number("code", 0) == 2015);
  }

  /** The cluster, by the clock of the machine. */
  private record Cluster(Database database) implements TranscriptStage {

    @Override
    public Waiting waiting() {
      return new RealWaiting();
    }

    @Override
    public void pause() {}

    @Override
    public void close() {}
  }
}
