package dev.tenure.admin.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Clients whose requests are refused, or who go, do not fill the log. */
@ExtendWith(OutputCaptureExtension.class)
final class QuietLogTest {

  private static final String HEAD = " HTTP/1.1\r\nHost: localhost\r\nX-Tenure-Request: 1\r\n";
  private static final int CLIENTS = 40;

  @Test
  void refusalsAreAnsweredAndNotLogged(CapturedOutput output) {
    Fixture fixture = Fixture.start();
    try {
      Http http = fixture.http();
      http.get("/api/v1/clusters", "Host: evil.example").problem(421, "host-not-allowed");
      http.send("FOO", "/api/v1/clusters", "").problem(501, "method-unknown");
      http.send("POST", "/api/v1/clusters", "").problem(403, "cross-site-request");
    } finally {
      fixture.close(); // waits for the requests
    }
    assertThat(output.getAll()).doesNotContain("Exception");
  }

  @Test
  void clientsThatGoAreNotLogged(CapturedOutput output) throws IOException {
    Fixture fixture = Fixture.start();
    try {
      String readers = ("GET /api/v1/openapi.json" + HEAD + "\r\n").repeat(40);
      String observers = ("GET /actuator/prometheus" + HEAD + "\r\n").repeat(2);
      String writers = "POST /api/v1/clusters" + HEAD + "Content-Length: 9\r\n\r\n{";
      List<Socket> clients = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        for (String sent : List.of(readers, observers, writers)) {
          clients.add(open(fixture, sent));
        }
      }
      assertThat(fixture.http().get("/actuator/health/liveness").status()).isEqualTo(200);
      for (Socket client : clients) {
        client.close();
      }
      assertThat(fixture.http().get("/actuator/health/liveness").status()).isEqualTo(200);
    } finally {
      fixture.close();
    }
    assertThat(output.getAll()).doesNotContain("Exception");
  }

  private static Socket open(Fixture fixture, String sent) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), fixture.server().port()));
    socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }
}
