package dev.tenure.admin.mount;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.Http;
import dev.tenure.admin.Mounted;
import dev.tenure.admin.guard.MountedGuard;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Spring Security decides who reaches the page, as it does for the rest of the application. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
final class SecuredPageTest {
  private static final String PAUSE = "/tenure/api/v1/tenants/shop/alice/zones/z/pause";

  private final HostApplication host =
      HostApplication.start(HostApplication.Secured.class, "tenure.admin.enabled=true");

  @AfterAll
  void close() {
    host.close();
  }

  @Test
  void letsNobodyInWithoutALogin() {
    assertThat(host.http().get("/hello").status()).isEqualTo(200);
    for (String path :
        new String[] {"/tenure", "/tenure/", "/tenure/app.js", "/tenure/api/v1/overview"}) {
      assertThat(host.http().get(path).status()).as(path).isEqualTo(401);
    }
  }

  @Test
  void letsInWhomTheApplicationLetsIn() {
    assertThat(host.http().get("/tenure/api/v1/clusters", login("bob")).status()).isEqualTo(403);
    assertThat(host.http().get("/tenure/", login("ann")).status()).isEqualTo(200);
    Http.Answer clusters = host.http().get("/tenure/api/v1/clusters", login("ann"));
    assertThat(clusters.status()).isEqualTo(200);
    assertThat(clusters.body()).contains("\"a\"");
  }

  @Test
  void handsTheTokenToThePageWhichChangesNeed(CapturedOutput output) {
    host.enqueue("m");
    assertThat(host.http().post(PAUSE, "{}", login("ann")).status()).isEqualTo(403);
    Http.Answer read = host.http().get("/tenure/api/v1/overview", login("ann"));
    String session = Objects.requireNonNull(read.headers().get("set-cookie")).split(";", 2)[0];
    String name = read.headers().get("x-tenure-csrf-header");
    assertThat(name).isEqualTo("X-CSRF-TOKEN");
    String token = name + ": " + read.headers().get("x-tenure-csrf-token");
    Http.Answer paused =
        host.http()
            .post(PAUSE, "{\"reason\":\"too hot\"}", login("ann"), "Cookie: " + session, token);
    assertThat(paused.status()).isEqualTo(200);
    assertThat(output).contains("user=\"ann\" from=127.0.0.1 action=pause target=" + PAUSE);
  }

  /** The thread that writes the audit log knows nothing of Spring Security's context. */
  @Test
  void keepsTheNameForOtherThreads() {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", "/tenure/api/v1/overview");
    request.setUserPrincipal(() -> "ann");
    new MountedGuard(false, InstantSource.system())
        .preHandle(request, new MockHttpServletResponse(), this);
    assertThat(request.getAttribute(Mounted.USER)).isEqualTo("ann");
  }

  private static String login(String user) {
    byte[] credentials = (user + ":secret").getBytes(StandardCharsets.UTF_8);
    return "Authorization: Basic " + Base64.getEncoder().encodeToString(credentials);
  }
}
