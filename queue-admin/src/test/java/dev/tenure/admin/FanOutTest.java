package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Local items on all clusters, over HTTP. */
final class FanOutTest {
  private static final String BODY =
      "{\"id\":\"roll-out 1\",\"type\":\"rebuild\",\"payload\":\"by-date\",\"reason\":\"new\"}";

  private final TenureRuntime runtime = TenureRuntime.start();
  private final OpenedClusters opened = Fixture.open(runtime, "a", "b");
  private AdminServer server;

  @BeforeEach
  void start() {
    server =
        AdminServer.start(
            opened.deployment(),
            AdminOptions.defaults(),
            Map.of("tenure.admin.fan-out-types", "rebuild"));
  }

  @AfterEach
  void close() {
    server.close();
    opened.close();
    runtime.close();
  }

  @Test
  void beginsAFanOutOfAnAllowedTypeAndTellsItsState() {
    Http http = new Http(server.port());
    String home = http.post("/api/v1/fan-outs", BODY).json().get("home").asString();
    assertThat(home).isIn("a", "b");
    QueueCluster other = opened.deployment().cluster(home.equals("a") ? "b" : "a").orElseThrow();
    JsonNode status = http.get("/api/v1/fan-outs/roll-out%201").json();
    assertThat(status.get("pendingOn").asString()).isEqualTo(home);
    assertThat(status.get("clusters")).hasSize(2);
    assertThat(status.get("clusters").get(0).get("state").asString()).isEqualTo("ABSENT");
    assertThat(other.localItem("fan-out/roll-out 1").join().state().name()).isEqualTo("ABSENT");
  }

  @Test
  void tellsThatNoClusterKnowsAFanOut() {
    Http http = new Http(server.port());
    JsonNode problem = http.get("/api/v1/fan-outs/never").problem(404, "fan-out-not-found");
    assertThat(problem.get("detail").asString()).contains("\"never\"");
  }

  @Test
  void refusesATypeThatIsNotAllowed() {
    String other = BODY.replace("rebuild", "mail");
    assertThat(new Http(server.port()).post("/api/v1/fan-outs", other).body())
        .contains("mail")
        .contains("[rebuild]")
        .contains("tenure.admin.fan-out-types");
  }
}
