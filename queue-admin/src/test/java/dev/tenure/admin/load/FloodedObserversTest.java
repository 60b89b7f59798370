package dev.tenure.admin.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;

/**
 * Requests for metrics or health that are answered only when the test says so, more than the server
 * has threads. Nothing is measured by the clock: what waits for them is answered only after them.
 */
final class FloodedObserversTest {
  private static final String METRICS = "/actuator/prometheus";
  private static final String HEALTH = "/actuator/health";
  private static final String LIVENESS = "/actuator/health/liveness";
  private static final String CLUSTERS = "/api/v1/clusters";
  private static final int THREADS = 64;
  private static final int TIMEOUT_MILLIS = 120_000;

  private final CountDownLatch hangs = new CountDownLatch(1);
  private final Semaphore hanging = new Semaphore(0);
  private final Fixture fixture = Fixture.start();
  private final Http http = fixture.http();
  private final List<Socket> clients = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    hangs.countDown();
    for (Socket client : clients) {
      client.close();
    }
    fixture.close();
  }

  private void ask(String path, int times) throws IOException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    for (int time = 0; time < times; time++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.server().port());
      socket.setSoTimeout(TIMEOUT_MILLIS);
      clients.add(socket);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
    }
  }

  private int status(Socket client) throws IOException {
    String line = new String(client.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    assertThat(line).startsWith("HTTP/1.1 ");
    return Integer.parseInt(line.substring(9));
  }

  private void hangMetrics() {
    fixture
        .bean("prometheusMeterRegistry", MeterRegistry.class)
        .gauge("hanging", this, FloodedObserversTest::hang);
  }

  private void hangHealth() {
    HealthIndicator indicator = () -> Health.up().withDetail("waited", hang()).build();
    fixture
        .bean("healthContributorRegistry", HealthContributorRegistry.class)
        .registerContributor("hanging", indicator);
  }

  private double hang() {
    hanging.release();
    try {
      hangs.await();
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  @Test
  void metricsThatHangDelayNeitherHealthNorAnyOther() throws IOException {
    hangMetrics();
    ask(METRICS, 3 * THREADS);
    for (int time = 0; time < 5; time++) {
      assertThat(http.get(HEALTH).status()).isIn(200, 503);
      assertThat(http.get(LIVENESS).status()).isEqualTo(200);
      assertThat(http.get(CLUSTERS).status()).isEqualTo(200);
    }
    assertThat(hangs.getCount()).as("metrics still hang").isOne();
  }

  @Test
  void healthThatHangsDelaysNeitherProbesNorMetrics() throws IOException {
    hangHealth();
    ask(HEALTH, 3 * THREADS);
    for (int time = 0; time < 5; time++) {
      assertThat(http.get(LIVENESS).status()).isEqualTo(200);
      assertThat(http.get(METRICS).status()).isEqualTo(200);
      assertThat(http.get(CLUSTERS).status()).isEqualTo(200);
    }
    assertThat(hangs.getCount()).as("health still hangs").isOne();
  }

  @Test
  void allThatWaitedAreAnsweredInTheEnd() throws IOException {
    hangHealth();
    ask(HEALTH, THREADS);
    assertThat(http.get(LIVENESS).status()).isEqualTo(200);
    hangs.countDown();
    for (Socket client : clients) {
      assertThat(status(client)).isIn(200, 503);
    }
    assertThat(http.get(HEALTH).status()).isIn(200, 503);
  }

  @Test
  void aRequestThatWaitsTooLongIsRefused() throws IOException {
    hangMetrics();
    ask(METRICS, ClientExchange.METRICS_MAX);
    hanging.acquireUninterruptibly(ClientExchange.METRICS_MAX);
    assertThat(http.get(METRICS).problem(503, "busy").get("detail").asString())
        .isEqualTo(
            "2 requests for metrics were served for the 12 s that this one waited, which is the"
                + " limit");
    assertThat(http.get(LIVENESS).status()).isEqualTo(200);
  }

  @Test
  void moreRequestsThanMayWaitAreRefusedAtOnce() throws IOException {
    hangMetrics();
    ask(METRICS, ClientExchange.METRICS_MAX);
    hanging.acquireUninterruptibly(ClientExchange.METRICS_MAX);
    ask(METRICS, 2 * ClientExchange.WAITING_MAX);
    assertThat(http.get(LIVENESS).status()).isEqualTo(200);
    List<String> answers = new ArrayList<>();
    for (Socket client : clients.subList(ClientExchange.METRICS_MAX, clients.size())) {
      byte[] answer = client.getInputStream().readAllBytes();
      answers.add(new String(answer, StandardCharsets.UTF_8));
    }
    assertThat(answers).allMatch(answer -> answer.startsWith("HTTP/1.1 503"));
    assertThat(answers).anyMatch(answer -> answer.contains("served and 200 wait already"));
  }

  @Test
  void placesAreFreeAgainAfterClientsThatLeft() throws IOException {
    hangMetrics();
    ask(METRICS, 3 * THREADS);
    assertThat(http.get(LIVENESS).status()).isEqualTo(200);
    for (Socket client : clients) {
      client.close();
    }
    hangs.countDown();
    for (int time = 0; time < 5; time++) {
      assertThat(http.get(METRICS).body()).contains("hanging 1.0");
    }
  }
}
