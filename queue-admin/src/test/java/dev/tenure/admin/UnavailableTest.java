package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.FaultInjector;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A cluster that does not answer, or answers with errors, is told as such and hides nothing else.
 */
final class UnavailableTest {
  private static final TenantId ALICE = new TenantId("notes", "alice");
  private static final Map<String, String> LITTLE_PATIENCE =
      Map.of("tenure.sampling.answer-max", "5s", "spring.mvc.async.request-timeout", "8s");

  private final TenureRuntime runtime = TenureRuntime.start();
  private volatile boolean stalled;
  private final Database database = EmbeddedDatabase.memory(environment());
  private final Database healthy = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final QueueCluster cluster = open(database, "a");
  private final Deployment deployment = Deployment.of(List.of(cluster, open(healthy, "b")));

  private EmbeddedEnvironment environment() {
    return EmbeddedEnvironment.builder()
        .faults(
            new FaultInjector() {
              @Override
              public Duration readVersionDelay() {
                return stalled ? Duration.ofHours(1) : Duration.ZERO;
              }
            })
        .build();
  }

  private QueueCluster open(Database engine, String name) {
    RecordDatabase records =
        RecordDatabase.builder(engine)
            .clock(runtime.clock())
            .random(runtime.secrets())
            .executor(runtime.transactions())
            .timer(runtime.timer())
            .build();
    RecordMetaData metaData =
        RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    return QueueCluster.open(records, ClusterOptions.named(name), TenantSchemas.same(metaData))
        .join();
  }

  @BeforeEach
  void makeATenant() {
    assertThat(cluster.createTenant(ALICE).join()).isTrue();
  }

  @AfterEach
  void close() {
    database.close();
    healthy.close();
    runtime.close();
  }

  @Test
  void saysThatAClusterDoesNotAnswer() {
    try (AdminServer server =
        AdminServer.start(deployment, AdminOptions.defaults(), LITTLE_PATIENCE)) {
      Http http = new Http(server.port());
      assertThat(http.get("/api/v1/tenants/notes/alice").status()).isEqualTo(200);
      stalled = true;
      JsonNode problem = http.get("/api/v1/tenants/notes/alice").problem(503, "unavailable");
      assertThat(problem.get("detail").asString()).contains("no answer in time");
      JsonNode clusters = http.get("/api/v1/clusters").json().get("clusters");
      assertThat(clusters.get(0).get("problem").asString()).isEqualTo("no answer for 5.0 s");
      assertThat(clusters.get(1).get("reachable").asBoolean()).isTrue();
    }
  }

  @Test
  void showsAClusterThatFailsBesideTheOthers() {
    try (AdminServer server =
        AdminServer.start(deployment, AdminOptions.defaults(), LITTLE_PATIENCE)) {
      Http http = new Http(server.port());
      database.close();
      JsonNode clusters = http.get("/api/v1/clusters").json().get("clusters");
      assertThat(clusters.get(0).get("reachable").asBoolean()).isFalse();
      assertThat(clusters.get(0).get("problem").asString()).isNotBlank();
      assertThat(clusters.get(1).get("reachable").asBoolean()).isTrue();
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () -> {
                JsonNode overview = http.get("/api/v1/overview").json().get("clusters");
                assertThat(overview.get(0).get("reachable").asBoolean()).isFalse();
                assertThat(overview.get(1).get("reachable").asBoolean()).isTrue();
                JsonNode health = http.get("/actuator/health").json();
                assertThat(health.get("status").asString()).isEqualTo("DOWN");
              });
      Http.Answer failed = http.get("/api/v1/tenants/notes/alice");
      assertThat(failed.status()).isBetween(500, 503);
      assertThat(failed.headers().get("content-type")).startsWith("application/problem+json");
      assertThat(failed.body()).doesNotContain("Exception");
    }
  }
}
