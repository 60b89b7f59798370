package dev.tenure.consumer.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDB;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.cluster.ClusterOptions;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The same on a FoundationDB cluster, under a root of its own, which it removes. */
@Tag("fdb")
@EnabledIfEnvironmentVariable(
    named = "FDB_CLUSTER_FILE",
    matches = ".+",
    disabledReason =
        "needs a FoundationDB cluster and its client library: set FDB_CLUSTER_FILE to run it")
class ClusterRealTimeTest extends RealTimeContract {
  private static final int API_VERSION = 730;

  private final String application = "mail " + UUID.randomUUID();
  private final Subspace root = new Subspace(Tuple.from("tenure-test", application));
  private final Database database =
      FDB.selectAPIVersion(API_VERSION).open(System.getenv("FDB_CLUSTER_FILE"));

  @Override
  Database database() {
    return database;
  }

  @Override
  void dispose() {
    database.run(
        transaction -> {
          transaction.clear(root.range());
          transaction.clear(Range.startsWith(("counter/" + application).getBytes(UTF_8)));
          return null;
        });
    database.close();
  }

  @Override
  ClusterOptions options() {
    return ClusterOptions.named("a").withRoot(root);
  }

  @Override
  String application() {
    return application;
  }

  @Override
  Duration patience() {
    return Duration.ofMinutes(10);
  }
}
