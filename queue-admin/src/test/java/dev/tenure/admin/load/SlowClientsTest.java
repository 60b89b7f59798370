package dev.tenure.admin.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.TenantId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * More clients than the server has threads hold on to their connections; health and metrics answer
 * while they do. Nothing is measured by the clock: an answer that waits for a client never comes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SlowClientsTest {
  private static final int CLIENTS = 150;

  /** More than are served at a time, and few enough for a slow machine to serve in their time. */
  private static final int METRICS_CLIENTS = 12;

  private static final int TIMEOUT_MILLIS = 180_000;
  private static final String ZONE = "/api/v1/tenants/notes/alice/zones/default";
  private static final String HEAD = "Host: localhost\r\nX-Tenure-Request: 1\r\n";
  private static final String JSON = "Content-Type: application/json\r\n";

  private final Fixture fixture = Fixture.start();
  private final Http http = fixture.http();
  private final List<Socket> clients = new ArrayList<>();

  @BeforeAll
  void makeAZone() {
    TenantId alice = new TenantId("notes", "alice");
    fixture.createTenant(alice);
    fixture.enqueue(alice, "default", Fixture.mail("m"));
  }

  @AfterEach
  void letGo() throws IOException {
    for (Socket client : clients) {
      client.close();
    }
    clients.clear();
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private Socket open(String sent) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), fixture.server().port()),
        TIMEOUT_MILLIS);
    clients.add(socket);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    write(socket, sent);
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  private void openMany(String sent) throws IOException {
    open(CLIENTS, sent);
  }

  private void open(int count, String sent) throws IOException {
    for (int client = 0; client < count; client++) {
      open(sent);
    }
  }

  /** Metrics are refused for a moment while those who read them slowly have all of their places. */
  private void healthAndMetricsAnswer() {
    for (int time = 0; time < 5; time++) {
      assertThat(http.get("/actuator/health").status()).isIn(200, 503);
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> http.get("/actuator/prometheus").status() == 200);
      assertThat(http.get("/actuator/health/liveness").status()).isEqualTo(200);
    }
  }

  @Test
  void slowBodiesHoldNobodyUp() throws IOException {
    openMany("POST " + ZONE + "/pause HTTP/1.1\r\n" + HEAD + JSON + "Content-Length: 17\r\n\r\n{");
    healthAndMetricsAnswer();
    assertThat(http.get(ZONE).status()).isEqualTo(200);
    Socket one = clients.get(CLIENTS - 1);
    write(one, "\"reason\":\"abcd\"}");
    assertThat(beginning(one)).startsWith("HTTP/1.1 ").containsAnyOf(" 200 ", " 408 ");
  }

  @Test
  void aBodyThatDoesNotComeIsGivenUp() throws IOException {
    Socket slow =
        open("POST " + ZONE + "/pause HTTP/1.1\r\n" + HEAD + JSON + "Content-Length: 9\r\n\r\n{");
    String answer = new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(answer)
        .startsWith("HTTP/1.1 408")
        .contains("urn:tenure:problem:body-too-slow")
        .contains("1 of the body's 9 bytes came in 10 s");
  }

  @Test
  void slowBodiesOfRefusedRequestsHoldNobodyUp() throws IOException {
    openMany("POST " + ZONE + "/pause HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
    openMany("GET /unheard HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 9000000\r\n\r\n{");
    openMany("PUT /unheard HTTP/1.1\r\n" + HEAD + "Content-Length: 9\r\n\r\n{");
    openMany("POST /%zz HTTP/1.1\r\n" + HEAD + "Content-Length: 9\r\n\r\n{");
    openMany("GET /api/v1/clusters HTTP/1.1\r\n" + HEAD + "Content-Length: 9\r\n\r\n{");
    healthAndMetricsAnswer();
  }

  @Test
  void slowHeadsHoldNobodyUp() throws IOException {
    openMany("GET /actuator/health HTTP/1.1\r\nHost: loc");
    openMany("G");
    healthAndMetricsAnswer();
    assertThat(http.get(ZONE).status()).isEqualTo(200);
  }

  @Test
  void aHeadThatDoesNotEndIsGivenUp() throws IOException {
    Socket slow = open("GET /actuator/health HTTP/1.1\r\nHost: loc");
    assertThat(slow.getInputStream().read()).isIn(-1, (int) 'H');
  }

  @Test
  void slowReadersHoldNobodyUp() throws IOException {
    String openApi = "GET /api/v1/openapi.json HTTP/1.1\r\n" + HEAD + "\r\n";
    openMany(openApi.repeat(40));
    String metrics = "GET /actuator/prometheus HTTP/1.1\r\n" + HEAD + "\r\n";
    open(METRICS_CLIENTS, metrics.repeat(2));
    healthAndMetricsAnswer();
  }

  @Test
  void moreConnectionsThanThereMayBeHoldNobodyUp() throws IOException {
    for (int client = 0; client < 1_300; client++) {
      open(client % 2 == 0 ? "" : "GET /");
      if (client % 100 == 0) {
        assertThat(http.get("/actuator/health/liveness").status()).isEqualTo(200);
      }
    }
    healthAndMetricsAnswer();
    assertThat(http.get(ZONE).status()).isEqualTo(200);
  }

  private static String beginning(Socket socket) throws IOException {
    return new String(socket.getInputStream().readNBytes(13), StandardCharsets.UTF_8);
  }
}
