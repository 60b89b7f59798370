package dev.tenure.admin.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.admin.Http;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** The page below a path of an application, beside what the application serves itself. */
@ExtendWith(OutputCaptureExtension.class)
final class MountedPageTest {
  private static final String PAUSE = "/tenure/api/v1/tenants/shop/alice/zones/z/pause";

  @Test
  void liesBelowItsPathAndNowhereElse() {
    try (HostApplication host = HostApplication.withPage()) {
      Http http = host.http();
      Http.Answer page = http.get("/tenure/");
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.headers().get("content-type")).startsWith("text/html");
      assertThat(page.body()).contains("src=\"app.js\"");
      assertThat(http.get("/tenure/app.js").status()).isEqualTo(200);
      assertThat(http.get("/tenure/app.css").status()).isEqualTo(200);
      assertThat(http.get("/tenure/index.html").status()).isEqualTo(200);
      assertThat(http.get("/tenure/api/v1/clusters").body()).contains("\"a\"");
      for (String path : new String[] {"/", "/app.js", "/index.html", "/api/v1/clusters"}) {
        assertThat(http.get(path).status()).as(path).isEqualTo(404);
      }
    }
  }

  @Test
  void isFoundWithoutTheLastSlash() {
    try (HostApplication host = HostApplication.withPage()) {
      Http.Answer answer = host.http().get("/tenure");
      assertThat(answer.status()).isEqualTo(302);
      assertThat(answer.headers()).containsEntry("location", "tenure/");
    }
  }

  @Test
  void sharesNothingWithTheApplicationsOwnPages() {
    String naming = "spring.jackson.property-naming-strategy=SNAKE_CASE";
    try (HostApplication host = HostApplication.withPage(naming);
        HostApplication without = HostApplication.start(HostApplication.Plain.class)) {
      Http http = host.http();
      assertThat(http.get("/hello").body()).isEqualTo("hello");
      http.get("/tenure/hello").problem(404, "nothing-here");
      assertThat(http.get("/hello").headers()).doesNotContainKey("content-security-policy");
      Http.Answer overview = http.get("/tenure/api/v1/overview");
      assertThat(overview.json().get("readOnly").asBoolean()).isFalse();
      assertThat(overview.headers()).containsKeys("content-security-policy", "x-tenure-time");
      assertThat(host.filters()).isEqualTo(without.filters());
    }
  }

  @Test
  void tellsThatHealthAndMetricsAreTheApplications() {
    try (HostApplication host = HostApplication.withPage()) {
      JsonNode overview = host.http().get("/tenure/api/v1/overview").json();
      assertThat(overview.get("actuator").asBoolean()).isFalse();
      host.http().get("/tenure/actuator/health").problem(404, "nothing-here");
    }
  }

  @Test
  void liesBelowTheContextPath() {
    try (HostApplication host =
        HostApplication.withPage(
            "server.servlet.context-path=/shop", "tenure.admin.path=/ops/queues")) {
      Http http = host.http();
      host.enqueue("m");
      assertThat(http.get("/shop/ops/queues/").body()).contains("src=\"app.js\"");
      assertThat(http.get("/shop/ops/queues").headers()).containsEntry("location", "queues/");
      assertThat(http.get("/ops/queues/").status()).isEqualTo(404);
      assertThat(
              http.get("/shop/ops/queues/api/v1/tenants/shop/alice/zones/z/items/m")
                  .json()
                  .get("id")
                  .asString())
          .isEqualTo("m");
      JsonNode described = http.get("/shop/ops/queues/api/v1/openapi.json").json();
      assertThat(described.get("servers").get(0).get("url").asString())
          .isEqualTo("/shop/ops/queues");
    }
  }

  @Test
  void writesTheAuditLog(CapturedOutput output) {
    try (HostApplication host = HostApplication.withPage()) {
      host.enqueue("m");
      Http.Answer paused = host.http().post(PAUSE, "{\"reason\":\"too hot\"}");
      assertThat(paused.status()).isEqualTo(200);
      assertThat(output)
          .contains("action=pause target=" + PAUSE)
          .contains("user=- from=127.0.0.1")
          .contains("reason=\"too hot\"");
    }
  }

  @Test
  void refusesChangesThatAreNotMarkedOrTooLarge() {
    try (HostApplication host = HostApplication.withPage()) {
      Http http = host.http();
      http.send("POST", PAUSE, "").problem(403, "cross-site-request");
      http.post(PAUSE, "{\"reason\":\"" + "x".repeat(17_000) + "\"}")
          .problem(413, "body-too-large");
    }
  }

  @Test
  void mayBeForReadingOnlyBesideAnotherThatIsNot() {
    try (HostApplication writing = HostApplication.withPage("tenure.admin.path=/queues");
        HostApplication reading = HostApplication.withPage("tenure.admin.read-only=true")) {
      writing.enqueue("m");
      reading.enqueue("m");
      reading.http().post(PAUSE).problem(403, "read-only");
      String pause = PAUSE.replace("/tenure", "/queues");
      assertThat(writing.http().post(pause).status()).isEqualTo(200);
      assertThat(isPaused(writing, "/queues")).isTrue();
      assertThat(isPaused(reading, "/tenure")).isFalse();
      assertThat(writing.http().get("/tenure/").status()).isEqualTo(404);
    }
  }

  private static boolean isPaused(HostApplication host, String path) {
    return host.http()
        .get(path + "/api/v1/tenants/shop/alice/zones/z")
        .json()
        .get("paused")
        .asBoolean();
  }

  @Test
  void isAbsentUnlessItIsAskedFor() {
    try (HostApplication host = HostApplication.start(HostApplication.Plain.class)) {
      assertThat(host.http().get("/tenure/").status()).isEqualTo(404);
    }
  }

  @Test
  void refusesAPathThatIsNone() {
    assertThatThrownBy(() -> HostApplication.withPage("tenure.admin.path=/tenure/").close())
        .hasStackTraceContaining("tenure.admin.path is \"/tenure/\", a path such as /tenure");
  }

  @Test
  void refusesAPropertyThatIsMistyped() {
    assertThatThrownBy(() -> HostApplication.withPage("tenure.admin.readonnly=true").close())
        .hasStackTraceContaining("tenure.admin.readonnly");
  }

  @Test
  void takesIdentifiersThatWebServersRefuse(CapturedOutput output) {
    try (HostApplication host = HostApplication.withPage()) {
      host.enqueue("a/b;c");
      String items = "/tenure/api/v1/tenants/shop/alice/zones/z/items/";
      String odd = items + "~64~" + base64("a/b;c");
      Http http = host.http();
      assertThat(http.get(odd).json().get("id").asString()).isEqualTo("a/b;c");
      http.get(items + "~64~!").problem(400, "identifier-unusable");
      http.get(items + "~64~" + Base64.getUrlEncoder().encodeToString(new byte[] {(byte) 0xFF}))
          .problem(400, "identifier-unusable");
      assertThat(http.post(odd + "/cancel").status()).isEqualTo(200);
      assertThat(output).contains("items/a%2Fb%3Bc/cancel");
    }
  }

  private static String base64(String identifier) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(identifier.getBytes(StandardCharsets.UTF_8));
  }
}
