package dev.tenure.examples.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDB;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.pointer.PointerLeasing;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The steps of docs/growing.md, from an embedded engine to a FoundationDB cluster and back. */
@Tag("fdb")
@EnabledIfEnvironmentVariable(
    named = "FDB_CLUSTER_FILE",
    matches = ".+",
    disabledReason =
        "needs a FoundationDB cluster and its client library: set FDB_CLUSTER_FILE to run it")
final class ClusterGrowthTest {
  private static final int API_VERSION = 730;
  private static final int TENANTS = 8;
  private static final int ITEMS = 50;
  private static final WorkType<String> NOTE = WorkType.of("note", PayloadCodecs.text());

  private final String root = "growth " + UUID.randomUUID();
  private final String file = String.valueOf(System.getenv("FDB_CLUSTER_FILE"));

  private ClusterProperties foundationDb() {
    return new ClusterProperties(
        "fdb",
        "fdb:" + file,
        root,
        1,
        Duration.ofSeconds(30),
        PointerLeasing.ADAPTIVE,
        Duration.ofSeconds(10),
        true,
        true);
  }

  private static TenantId tenant(int number) {
    return new TenantId("notes", "t" + number);
  }

  private static void enqueue(DirectoryServer server, int tenant) {
    server
        .deployment()
        .run(
            tenant(tenant),
            tx ->
                tx.zone()
                    .enqueueAll(
                        IntStream.range(0, ITEMS)
                            .mapToObj(item -> NewItem.of(NOTE, "x").withId("item-" + item))
                            .toList()))
        .join();
  }

  private static long items(DirectoryServer server, int tenant) {
    return server.deployment().run(tenant(tenant), tx -> tx.zone().count("note")).join();
  }

  @Test
  void tenantsMoveToFoundationDbAndBackWithTheirItems() {
    try (DirectoryServer server = new DirectoryServer(foundationDb())) {
      for (int number = 0; number < TENANTS; number++) {
        server.create("t" + number);
        enqueue(server, number);
      }
      String told =
          server.run(MoveCommand::execute, 0, "--all", "--to", "fdb", "--reason", "growth");
      assertThat(told).contains("verified: 0 tenants are elsewhere", "finds 0 differences");
      for (int number = 0; number < TENANTS; number++) {
        assertThat(server.cluster("t" + number)).isEqualTo("fdb");
        assertThat(items(server, number)).isEqualTo(ITEMS);
      }
      List<LeasedItem> taken =
          server
              .deployment()
              .run(
                  tenant(0),
                  tx -> tx.zone().dequeue(DequeueRequest.of(3, Duration.ofMinutes(1), "c")))
              .join();
      assertThat(taken).hasSize(3);
      assertThat(server.run(MoveCommand::execute, 0, "--all", "--to", "a", "--reason", "back"))
          .contains("verified: 0 tenants are elsewhere");
      for (int number = 0; number < TENANTS; number++) {
        assertThat(server.cluster("t" + number)).isEqualTo("a");
        assertThat(items(server, number)).isEqualTo(ITEMS);
      }
    } finally {
      try (Database database = FDB.selectAPIVersion(API_VERSION).open(file)) {
        database.run(
            transaction -> {
              transaction.clear(ClusterOptions.named("fdb").withRoot(root).root().range());
              return null;
            });
      }
    }
  }
}
