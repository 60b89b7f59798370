package dev.tenure.admin.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.TenantId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Another site's page can neither read nor change anything. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GuardTest {
  private static final String ZONE = "/api/v1/tenants/notes/alice/zones/default";
  private static final String PAUSE = ZONE + "/pause";

  private final Fixture fixture = Fixture.start();
  private final Http http = fixture.http();

  @BeforeAll
  void makeAZone() {
    TenantId alice = new TenantId("notes", "alice");
    fixture.createTenant(alice);
    fixture.enqueue(alice, "default", Fixture.mail("m"));
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/api/v1/clusters", "/actuator/health", "/app.js", "/unheard"})
  void answersUnderItsOwnNamesOnly(String path) {
    http.get(path, "Host: evil.example").problem(421, "host-not-allowed");
    assertThat(http.get(path, "Host: 127.0.0.1:" + fixture.server().port()).status())
        .isNotEqualTo(421);
    assertThat(http.get(path, "Host: [::1]").status()).isNotEqualTo(421);
  }

  @ParameterizedTest
  @CsvSource({
    "Origin: http://evil.example",
    "Origin: null",
    "Origin: http://localhost:1",
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site",
  })
  void refusesAChangeThatComesFromAnotherSite(String header) {
    http.send("POST", PAUSE, "", "X-Tenure-Request: 1", header).problem(403, "cross-site-request");
    assertThat(paused()).isFalse();
  }

  @Test
  void refusesAChangeWithoutTheHeaderThatOnlyTheOwnPageSends() {
    http.send("POST", PAUSE, "").problem(403, "cross-site-request");
    http.send("POST", PAUSE, "{}", "Content-Type: application/json")
        .problem(403, "cross-site-request");
    http.send("DELETE", ZONE, "").problem(403, "cross-site-request");
    assertThat(paused()).isFalse();
  }

  @Test
  void acceptsAChangeOfTheOwnPage() {
    String port = ":" + fixture.server().port();
    Http.Answer answer =
        http.send(
            "POST",
            PAUSE,
            "",
            "X-Tenure-Request: 1",
            "Host: 127.0.0.1" + port,
            "Origin: http://127.0.0.1" + port,
            "Sec-Fetch-Site: same-origin");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(paused()).isTrue();
    http.post(ZONE + "/resume");
  }

  private boolean paused() {
    return http.get(ZONE).json().get("paused").asBoolean();
  }

  @Test
  void neverAllowsAnotherSiteToAsk() {
    Http.Answer preflight =
        http.send(
            "OPTIONS",
            PAUSE,
            "",
            "Origin: http://evil.example",
            "Access-Control-Request-Method: POST",
            "Access-Control-Request-Headers: X-Tenure-Request");
    assertThat(preflight.headers().keySet()).noneMatch(name -> name.startsWith("access-control-"));
    assertThat(http.get("/api/v1/clusters", "Origin: http://evil.example").headers().keySet())
        .noneMatch(name -> name.startsWith("access-control-"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/api/v1/clusters", "/api/v1/unheard", "/actuator/health", "/app.js"})
  void tellsTheBrowserToTrustNothingElse(String path) {
    Http.Answer answer = http.get(path);
    assertThat(answer.headers())
        .containsEntry("x-content-type-options", "nosniff")
        .containsEntry("x-frame-options", "DENY")
        .containsEntry("referrer-policy", "no-referrer")
        .containsEntry("cross-origin-resource-policy", "same-origin");
    assertThat(answer.headers().get("content-security-policy"))
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(answer.headers()).doesNotContainKeys("server", "x-powered-by");
  }

  @Test
  void letsNoCacheKeepWhatItTells() {
    assertThat(http.get("/api/v1/clusters").headers()).containsEntry("cache-control", "no-store");
    assertThat(http.get("/api/v1/unheard").headers()).containsEntry("cache-control", "no-store");
    assertThat(http.get("/app.js").headers().get("cache-control")).contains("no-cache");
  }
}
