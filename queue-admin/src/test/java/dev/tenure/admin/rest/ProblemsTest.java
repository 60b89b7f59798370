package dev.tenure.admin.rest;

import static dev.tenure.admin.Http.path;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Whatever is asked, the answer is a problem detail that names what was wrong. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ProblemsTest {
  private static final TenantId ALICE = new TenantId("notes", "alice");
  private static final String ZONE = "/api/v1/tenants/notes/alice/zones/default";
  private static final String ITEMS = ZONE + "/items";

  private final Fixture fixture = Fixture.start();
  private final Http http = fixture.http();

  @BeforeAll
  void makeATenant() {
    fixture.createTenant(ALICE);
    List<NewItem> items =
        IntStream.range(0, 5).mapToObj(index -> Fixture.mail("m-" + index)).toList();
    fixture.run(ALICE, tx -> tx.zone().enqueueAll(items));
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/clusters/nowhere,                       cluster-not-found, nowhere",
    "/api/v1/tenants?cluster=nowhere,                cluster-not-found, nowhere",
    "/api/v1/tenants/notes/bob,                      tenant-not-found,  notes/bob",
    "/api/v1/tenants/unheard/bob,                    tenant-not-found,  unheard/bob",
    "/api/v1/tenants/notes/bob/zones,                tenant-not-found,  notes/bob",
    "/api/v1/tenants/notes/bob/zones/default/items,  tenant-not-found,  notes/bob",
    "/api/v1/tenants/notes/alice/zones/empty,        zone-not-found,    empty",
    "/api/v1/tenants/notes/alice/zones/default/items/gone, item-not-found, gone",
    "/api/v1/unheard,                                nothing-here,      /api/v1/unheard",
    "/api/v1/tenants/notes,                          nothing-here,      /api/v1/tenants/notes",
    "/api/v1/clusters/,                              nothing-here,      /api/v1/clusters/",
    "/api/v2/clusters,                               nothing-here,      /api/v2/clusters",
    "/unheard.html,                                  nothing-here,      /unheard.html",
    "/actuator/env,                                  nothing-here,      /actuator/env",
    "/error,                                         nothing-here,      status 404",
  })
  void saysWhatIsNotThere(String path, String kind, String named) {
    JsonNode problem = http.get(path).problem(404, kind);
    assertThat(problem.get("detail").asString()).contains(named);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "1001",
        "100000",
        "99999999999999999999",
        "abc",
        "1.5",
        "",
        "%20",
        "0x10"
      })
  void refusesALimitOutOfRangeAndNamesTheRange(String limit) {
    for (String list : List.of("/api/v1/tenants", ITEMS)) {
      Http.Answer answer = http.get(list + "?limit=" + limit);
      if (limit.isEmpty()) {
        assertThat(answer.status()).isEqualTo(200);
      } else {
        JsonNode problem = answer.problem(400, "parameter-out-of-range");
        assertThat(problem.get("detail").asString())
            .startsWith("limit is \"")
            .endsWith("it must be 1 to 1000");
        assertThat(problem.get("instance").asString()).isEqualTo(list);
      }
    }
  }

  @Test
  void refusesAnUnknownState() {
    JsonNode problem = http.get(ITEMS + "?state=ready").problem(400, "parameter-out-of-range");
    assertThat(problem.get("detail").asString())
        .isEqualTo(
            "state is \"ready\", it must be one of [READY, DELAYED, BLOCKED, LEASED, RETRYING,"
                + " DEAD, PARKED]");
  }

  @Test
  void needsAnApplicationToSearchUsers() {
    http.get("/api/v1/tenants?user=a").problem(400, "parameter-out-of-range");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        ".",
        "YQ.",
        "YQ.x",
        "YQ.AAAA",
        "....",
        "%00",
        "YQ",
        "Yg.AAAAAAAAAAAAAAAAAAAA",
        "nönsense"
      })
  void refusesAMadeUpContinuation(String continuation) {
    String encoded = continuation.startsWith("%") ? continuation : Http.encode(continuation);
    http.get("/api/v1/tenants?continuation=" + encoded).problem(400, "continuation-unusable");
    http.get(ITEMS + "?continuation=" + encoded).problem(400, "continuation-unusable");
  }

  @Test
  void refusesAContinuationThatIsTooLong() {
    http.get(ITEMS + "?continuation=" + "A".repeat(4_001)).problem(400, "continuation-unusable");
  }

  @Test
  void refusesAContinuationOfAnotherList() {
    String items = http.get(ITEMS + "?limit=2").json().get("continuation").asString();
    http.get("/api/v1/tenants?continuation=" + items).problem(400, "continuation-unusable");
    http.get(ITEMS + "?state=DEAD&continuation=" + items).problem(400, "continuation-unusable");
    fixture.enqueue(ALICE, "other", Fixture.mail("m"));
    http.get("/api/v1/tenants/notes/alice/zones/other/items?continuation=" + items)
        .problem(400, "continuation-unusable");
  }

  @Test
  void refusesIdentifiersThatAreTooLong() {
    for (String place :
        List.of(
            path("/api/v1/tenants/%s/x", "a".repeat(65)),
            path("/api/v1/tenants/x/%s", "ü".repeat(129)),
            path("/api/v1/tenants/notes/alice/zones/%s", "z".repeat(65)),
            path(ITEMS + "/%s", "i".repeat(257)),
            path("/api/v1/clusters/%s", "c".repeat(65)),
            "/api/v1/tenants?application=" + "a".repeat(65))) {
      JsonNode problem = http.get(place).problem(400, "identifier-unusable");
      assertThat(problem.get("detail").asString()).contains("it must have 1 to");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"%01", "a%0Ab", "%7F", "%C2%85", "%1B%5B31m"})
  void refusesControlCharactersInIdentifiers(String segment) {
    http.get("/api/v1/tenants/notes/" + segment).problem(400, "identifier-unusable");
    http.get(ITEMS + "/" + segment).problem(400, "identifier-unusable");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/tenants/notes/%zz",
        "/api/v1/tenants/notes/%",
        "/api/v1/tenants/notes/%00",
        "/api/v1/tenants/notes/a|b",
        "/api/v1/tenants/notes/<script>",
        "/api/v1/tenants/notes/\"",
        "/../../etc/passwd",
        "/api/v1/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "//evil.example/%2e%2e",
        "/api/v1/tenants?limit=%zz",
        "/api/v1/clusters;a=b/%2e%2e%2f",
        "http://evil.example/api/v1/clusters",
      })
  void answersNonsenseWithAProblem(String path) {
    Http.Answer answer = http.get(path);
    assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
    assertThat(answer.headers().get("content-type")).startsWith("application/problem+json");
    assertThat(answer.json().get("status").asInt()).isEqualTo(answer.status());
    assertThat(answer.body()).doesNotContain("Exception").doesNotContain("Tomcat");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NONSENSE\r\n\r\n",
        "GET /api/v1/clusters HTTP/9.9\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET /api/v1/clusters HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n",
        "GET /api/v1/clusters HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
        "POST /api/v1/clusters HTTP/1.1\r\nHost: localhost\r\nContent-Length: abc\r\n\r\n",
        "POST /api/v1/clusters HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
      })
  void answersWhatIsNotHttpWithAnErrorStatusAndNoStackTrace(String request) {
    Http.Answer answer = http.raw(request);
    assertThat(answer.status()).isIn(400, 505);
    assertThat(answer.body()).doesNotContain("Exception").doesNotContain("Tomcat");
  }

  @Test
  void refusesAContinuationOfAnotherFilter() {
    fixture.createTenant(new TenantId("notes", "bob"));
    String items = http.get(ITEMS + "?limit=2").json().get("continuation").asString();
    String tenants = http.get("/api/v1/tenants?limit=1").json().get("continuation").asString();
    for (String place :
        List.of(
            ITEMS + "?type=mail&continuation=" + items,
            ITEMS + "?state=READY&continuation=" + items,
            "/api/v1/tenants?application=notes&continuation=" + tenants,
            "/api/v1/tenants?application=notes&user=a&continuation=" + tenants,
            "/api/v1/tenants?cluster=a&continuation=" + tenants)) {
      http.get(place).problem(400, "continuation-unusable");
    }
    assertThat(http.get(ITEMS + "?limit=4&continuation=" + items).json().get("rows")).hasSize(3);
    assertThat(http.get("/api/v1/tenants?continuation=" + tenants).json().get("rows")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/tenants?aplication=notes, aplication",
    "/api/v1/tenants/notes/alice/zones/default/items?stat=READY, stat",
    "/api/v1/clusters?limit=5, limit",
    "/api/v1/overview?x=1, x",
    "/api/v1/top-tenants?x=1, x",
    "/api/v1/openapi.json?x=1, x",
    "/api/v1/tenants/notes/alice/zones/default/items/m-0?x, x",
    "/api/v1/tenants?application=notes&application=mail, application",
  })
  void refusesAParameterThatIsNotKnownOrGivenTwice(String path, String named) {
    JsonNode problem = http.get(path).problem(400, "parameter-out-of-range");
    assertThat(problem.get("detail").asString()).contains(named);
    http.post(ZONE + "/pause?dryRun=true").problem(400, "parameter-out-of-range");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "/pause | {\"reason\":\"a\",\"reason\":\"b\"} | reason",
        "/items/m-0/cancel | {\"reason\":\"a\",\"reason\":\"b\"} | reason",
        "/dead-letters/delete | {\"type\":\"a\",\"kind\":\"PARKED\",\"type\":\"b\"} | type",
        "/dead-letters/redrive | {\"ids\":[\"a\"],\"ids\":[\"b\"]} | ids",
        "/dead-letters/redrive | {\"kind\":{\"x\":1,\"x\":2}} | x",
      })
  void refusesAFieldThatIsGivenTwiceAndNamesIt(String path, String body, String field) {
    JsonNode problem = http.post(ZONE + path, body).problem(400, "request-unreadable");
    assertThat(problem.get("detail").asString()).startsWith("the body has \"" + field + "\" twice");
  }

  @Test
  void refusesASemicolonInAPathAndTellsHowItIsWritten() {
    for (String path : List.of("/api/v1/tenants/notes/alice;2", "/api/v1/clusters/a;x=y")) {
      assertThat(http.get(path).problem(400, "identifier-unusable").get("detail").asString())
          .contains(path.substring(path.indexOf(';')))
          .contains("%3B");
    }
    assertThat(
            http.get("/api/v1/tenants/notes/alice%3B2")
                .problem(404, "tenant-not-found")
                .get("detail")
                .asString())
        .contains("notes/alice;2");
  }

  @Test
  void refusesAFieldThatIsNotKnown() {
    for (String action :
        List.of("/pause", "/resume", "/items/m-0/cancel", "/items/m-0/retry-now")) {
      JsonNode problem =
          http.post(ZONE + action, "{\"reson\":\"a\"}").problem(400, "parameter-out-of-range");
      assertThat(problem.get("detail").asString()).contains("\"reson\"").contains("reason");
      http.post(ZONE + action, "{\"reason\":5}").problem(400, "request-unreadable");
      http.post(ZONE + action, "{} {}").problem(400, "request-unreadable");
    }
    assertThat(http.get(ITEMS + "/m-0").status()).isEqualTo(200);
  }

  @Test
  void refusesAnotherVersionOfHttp() {
    for (String version : List.of("HTTP/9.9", "HTTP/2.0", "HTTP/0.9", "HTTP/x")) {
      Http.Answer answer =
          http.raw("GET /api/v1/clusters " + version + "\r\nHost: localhost\r\n\r\n");
      assertThat(answer.status()).as(version).isIn(400, 505);
      assertThat(answer.body()).doesNotContain("The server failed");
    }
  }

  @Test
  void answersALongLineWithAnErrorStatus() {
    assertThat(http.get("/api/v1/tenants/notes/" + "x".repeat(100_000)).status())
        .isBetween(400, 499);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /api/v1/clusters, GET",
    "DELETE, /api/v1/tenants/notes/alice, GET",
    "PUT, /api/v1/tenants/notes/alice/zones/default/items/m-0, GET",
    "PATCH, /api/v1/tenants/notes/alice/zones/default, GET",
    "GET, /api/v1/tenants/notes/alice/zones/default/pause, POST",
    "GET, /api/v1/tenants/notes/alice/zones/default/items/m-0/cancel, POST",
  })
  void refusesOtherMethodsAndNamesTheRightOne(String method, String path, String allowed) {
    Http.Answer answer = http.send(method, path, "", "X-Tenure-Request: 1");
    JsonNode problem = answer.problem(405, "method-not-allowed");
    assertThat(problem.get("detail").asString()).contains(method).contains(allowed);
    assertThat(answer.headers().get("allow")).contains(allowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRACE", "CONNECT", "BREW", "get"})
  void refusesMethodsNobodyUses(String method) {
    Http.Answer answer = http.send(method, "/api/v1/clusters", "", "X-Tenure-Request: 1");
    assertThat(answer.status()).isIn(400, 405, 501);
    assertThat(answer.body()).doesNotContain("The server failed").doesNotContain("log tells more");
  }

  @Test
  void saysThatAMethodIsNotAllowedOrNotKnown() {
    for (String method : List.of("TRACE", "CONNECT")) {
      Http.Answer answer = http.send(method, "/api/v1/clusters", "");
      answer.problem(405, "method-not-allowed");
      assertThat(answer.headers().get("allow")).contains("GET", "POST");
    }
    http.send("BREW", "/api/v1/clusters", "").problem(501, "method-unknown");
    assertThat(http.raw("CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n").status())
        .isIn(400, 405);
  }

  @Test
  void refusesToAnswerInAnotherForm() {
    http.get("/api/v1/clusters", "Accept: text/html").problem(406, "not-acceptable");
    http.get("/api/v1/clusters", "Accept: application/xml").problem(406, "not-acceptable");
    Http.Answer unreadable = http.get("/api/v1/clusters", "Accept: nonsense");
    assertThat(unreadable.status()).isBetween(400, 499);
  }

  @Test
  void tellsAProblemAlsoToWhoWantsHtml() {
    http.get("/api/v1/tenants/notes/bob", "Accept: text/html,*/*;q=0.1")
        .problem(404, "tenant-not-found");
  }

  @Test
  void refusesBodiesOfAnotherForm() {
    Http.Answer answer =
        http.send(
            "POST",
            ZONE + "/pause",
            "reason=x",
            "X-Tenure-Request: 1",
            "Content-Type: application/x-www-form-urlencoded");
    answer.problem(415, "media-type-not-supported");
    http.send("POST", ZONE + "/pause", "x", "X-Tenure-Request: 1", "Content-Type: nonsense")
        .problem(415, "media-type-not-supported");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "nonsense", "[1]", "{\"reason\": [1]}", "{\"reason\": {\"a\": 1}}"})
  void refusesABodyThatIsNotTheJsonExpected(String body) {
    http.post(ZONE + "/pause", body).problem(400, "request-unreadable");
    assertThat(http.get(ZONE).json().get("paused").asBoolean()).isFalse();
  }

  @Test
  void refusesAReasonThatIsTooLong() {
    JsonNode problem =
        http.post(ZONE + "/pause", "{\"reason\":\"" + "x".repeat(501) + "\"}")
            .problem(400, "parameter-out-of-range");
    assertThat(problem.get("detail").asString())
        .isEqualTo("reason has 501 characters, the limit is 500");
  }

  @Test
  void refusesABodyThatIsTooLargeOrOfUnknownLength() {
    http.post(ZONE + "/pause", "{\"reason\":\"" + "x".repeat(20_000) + "\"}")
        .problem(413, "body-too-large");
    http.raw(
            "POST "
                + ZONE
                + "/pause HTTP/1.1\r\nHost: localhost\r\nX-Tenure-Request: 1\r\n"
                + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n")
        .problem(411, "length-required");
  }
}
