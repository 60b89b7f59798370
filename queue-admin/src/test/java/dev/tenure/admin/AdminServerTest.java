package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AdminServerTest {
  private final TenureRuntime runtime = TenureRuntime.start();
  private final OpenedClusters opened = Fixture.open(runtime, "a");

  @AfterAll
  void close() {
    opened.close();
    runtime.close();
  }

  @Test
  void listensOnLoopbackOnlyUnlessTold() throws IOException {
    try (AdminServer server = AdminServer.start(opened.deployment(), AdminOptions.defaults())) {
      assertThat(new Http(server.port()).get("/api/v1/clusters").status()).isEqualTo(200);
      Optional<InetAddress> other = addressOtherThanLoopback();
      Assumptions.assumeTrue(other.isPresent(), "this machine has no address but loopback");
      assertThatExceptionOfType(ConnectException.class)
          .isThrownBy(
              () -> {
                try (Socket socket = new Socket()) {
                  socket.connect(new InetSocketAddress(other.get(), server.port()), 5_000);
                }
              });
    }
  }

  private static Optional<InetAddress> addressOtherThanLoopback() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
        .findFirst();
  }

  @Test
  void refusesToLetOthersInUnlessToldUnderWhichNames() {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(
            () ->
                AdminServer.start(
                    opened.deployment(), AdminOptions.defaults().withAddress("0.0.0.0")))
        .havingRootCause()
        .withMessageContaining("server.address is 0.0.0.0")
        .withMessageContaining("tenure.admin.allowed-hosts is empty");
  }

  @Test
  void answersUnderTheNamesItWasTold() {
    AdminOptions options =
        AdminOptions.defaults()
            .withAddress("0.0.0.0")
            .withAllowedHosts(List.of("queue.example.org"));
    try (AdminServer server = AdminServer.start(opened.deployment(), options)) {
      Http http = new Http(server.port());
      assertThat(http.get("/api/v1/clusters", "Host: queue.example.org").status()).isEqualTo(200);
      http.get("/api/v1/clusters", "Host: other.example.org").problem(421, "host-not-allowed");
      assertThat(server.url()).hasHost("127.0.0.1").hasPort(server.port());
    }
  }

  @Test
  void saysThatThePortIsTaken() throws IOException {
    try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = holder.getLocalPort();
      assertThatExceptionOfType(PortTakenException.class)
          .isThrownBy(
              () -> AdminServer.start(opened.deployment(), AdminOptions.defaults().withPort(port)))
          .withMessage(
              "port %d on 127.0.0.1 is used by another program; choose another port, or 0 for any"
                  + " free one",
              port)
          .satisfies(taken -> assertThat(taken.port()).isEqualTo(port));
    }
  }

  @Test
  void refusesAPortThatIsNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AdminOptions.defaults().withPort(65_536))
        .withMessage("port is 65536, it must be 0 to 65535");
  }

  @Test
  void stopsAnsweringWhenClosedAndLeavesTheDeployment() {
    AdminServer server = AdminServer.start(opened.deployment(), AdminOptions.defaults());
    int port = server.port();
    assertThat(server.url()).hasToString("http://127.0.0.1:" + port + "/");
    server.close();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close());
    assertThat(new ClusterInspector(opened.deployment().clusters().get(0)).summary().join().name())
        .isEqualTo("a");
  }

  @Test
  void offersHealthMetricsAndInfoAndNothingElseOfTheActuator() {
    try (AdminServer server = AdminServer.start(opened.deployment(), AdminOptions.defaults())) {
      Http http = new Http(server.port());
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () -> {
                JsonNode health = http.get("/actuator/health").json();
                assertThat(health.get("status").asString()).isEqualTo("UP");
                JsonNode tenure = health.get("components").get("tenure").get("details");
                assertThat(tenure.get("a").get("reachable").asBoolean()).isTrue();
              });
      String metrics = http.get("/actuator/prometheus").body();
      assertThat(metrics)
          .contains("tenure_cluster_reachable{cluster=\"a\"} 1.0")
          .contains("tenure_cluster_oldest_vested_seconds{cluster=\"a\"}")
          .contains("jvm_memory_used_bytes");
      assertThat(http.get("/actuator/info").json().has("java")).isTrue();
      for (String closed : List.of("env", "beans", "heapdump", "loggers", "shutdown")) {
        assertThat(http.get("/actuator/" + closed).status()).as(closed).isEqualTo(404);
      }
    }
  }
}
