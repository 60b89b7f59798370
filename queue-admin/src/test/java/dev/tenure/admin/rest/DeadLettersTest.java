package dev.tenure.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Dead letters in bulk, over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
final class DeadLettersTest {
  private final Fixture fixture = Fixture.start();
  private final Http http = fixture.http();
  private TenantId tenant = new TenantId("letters", "nobody");

  @BeforeEach
  void makeATenantForTheTest(TestInfo test) {
    tenant = new TenantId("letters", test.getTestMethod().orElseThrow().getName());
    fixture.createTenant(tenant);
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private void bury(String id, DeadLetterKind kind, String reason) {
    fixture.enqueue(tenant, "z", Fixture.mail(id));
    fixture.setAside(tenant, "z", id, kind, reason);
  }

  private void buryFour() {
    bury("a", DeadLetterKind.FAILED, "mail server is down");
    bury("b", DeadLetterKind.FAILED, "mail server is down");
    bury("c", DeadLetterKind.PARKED, "no such address");
    fixture.enqueue(tenant, "z", NewItem.of(Fixture.THUMBNAIL, new byte[] {1}).withId("d"));
    fixture.setAside(tenant, "z", "d", DeadLetterKind.FAILED, "too large");
  }

  private String path(String action) {
    return "/api/v1/tenants/letters/%s/zones/z/dead-letters/%s".formatted(tenant.user(), action);
  }

  private JsonNode redrive(String body) {
    return http.post(path("redrive"), body).json();
  }

  /** A preview ends after four seconds, on a slow machine before it has seen all letters. */
  private JsonNode preview(String body) {
    return await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> redrive(body).get("preview"), seen -> seen.get("complete").asBoolean());
  }

  @Test
  void aDryRunCountsAndChangesNothing() {
    buryFour();
    JsonNode preview = preview("{\"dryRun\":true,\"max\":2,\"kind\":\"FAILED\"}");
    assertThat(preview.get("matching").asInt()).isEqualTo(3);
    assertThat(preview.get("wouldChange").asInt()).isEqualTo(2);
    assertThat(preview.get("byType").toString()).isEqualTo("{\"mail\":2,\"thumbnail\":1}");
    assertThat(preview.get("byReason").get("mail server is down").asInt()).isEqualTo(2);
    assertThat(preview.get("examples")).hasSize(3);
    assertThat(preview.get("complete").asBoolean()).isTrue();
    assertThat(fixture.counts(tenant, "z")).isEmpty();
  }

  @Test
  void redrivesTheLettersThatFit(CapturedOutput output) {
    buryFour();
    JsonNode report =
        redrive("{\"reasonContains\":\"down\",\"reason\":\"server is up\"}").get("report");
    assertThat(report.get("changed").asInt()).isEqualTo(2);
    assertThat(report.get("skipped").asInt()).isEqualTo(2);
    assertThat(report.get("left").asInt()).isEqualTo(2);
    assertThat(report.get("continuation").isNull()).isTrue();
    assertThat(fixture.counts(tenant, "z")).isEqualTo(Map.of("mail", 2L));
    assertThat(output).contains("action=redrive-dead-letters").contains("reason=\"server is up\"");
  }

  @Test
  void goesOnFromAContinuation() {
    buryFour();
    JsonNode first = redrive("{\"max\":3,\"itemsPerSecond\":1000}").get("report");
    assertThat(first.get("changed").asInt()).isEqualTo(3);
    String continuation = first.get("continuation").asString();
    JsonNode second = redrive("{\"continuation\":\"" + continuation + "\"}").get("report");
    assertThat(second.get("changed").asInt()).isEqualTo(1);
    assertThat(second.get("continuation").isNull()).isTrue();
  }

  @Test
  void aDeletionFromAPreviewLeavesLettersThatCameLater() {
    bury("b", DeadLetterKind.FAILED, "down");
    JsonNode preview = preview("{\"dryRun\":true}");
    assertThat(preview.get("matching").asInt()).isEqualTo(1);
    Instant previewed = Instant.now();
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> Instant.now().isAfter(previewed.plusMillis(2)));
    bury("a", DeadLetterKind.FAILED, "down");
    String counted = "{\"continuation\":\"" + preview.get("continuation").asString() + "\"}";
    JsonNode report = http.post(path("delete"), counted).json().get("report");
    assertThat(report.get("changed").asInt()).isEqualTo(1);
    assertThat(report.get("left").asInt()).isEqualTo(1);
  }

  @Test
  void refusesAContinuationOfAnotherFilter() {
    buryFour();
    String continuation = redrive("{\"max\":1}").get("report").get("continuation").asString();
    JsonNode problem =
        http.post(
                path("redrive"), "{\"kind\":\"FAILED\",\"continuation\":\"" + continuation + "\"}")
            .problem(400, "continuation-unusable");
    assertThat(problem.get("detail").asString()).contains("another filter");
  }

  @Test
  void groupsReasonsThatDifferInTheirValues() {
    bury("a", DeadLetterKind.FAILED, "order 17 is gone");
    bury("b", DeadLetterKind.FAILED, "order 18 is gone");
    JsonNode preview = preview("{\"dryRun\":true}");
    assertThat(preview.get("byReason").toString()).isEqualTo("{\"order <number> is gone\":2}");
    assertThat(preview.get("reasonExamples").get("order <number> is gone").asString())
        .isEqualTo("order 17 is gone");
  }

  @Test
  void tellsTheAuditLogWhichWereMeantAndHowManyChanged(CapturedOutput output) {
    buryFour();
    http.post(
        path("delete"), "{\"kind\":\"FAILED\",\"type\":\"mail\"}", "X-Forwarded-User: mallory");
    assertThat(output)
        .contains("user=- from=")
        .contains("action=delete-dead-letters")
        .contains("filter=\"kind=FAILED type=mail\" changed=2 left=2 reason=-")
        .doesNotContain("mallory");
  }

  @Test
  void deletesTheLettersThatAreNamed() {
    buryFour();
    JsonNode report = http.post(path("delete"), "{\"ids\":[\"a\",\"d\"]}").json().get("report");
    assertThat(report.get("changed").asInt()).isEqualTo(2);
    assertThat(report.get("left").asInt()).isEqualTo(2);
    assertThat(fixture.counts(tenant, "z")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{\"max\":0} | max is \"0\", it must be 1 to 10000",
        "{\"max\":10001} | max is \"10001\", it must be 1 to 10000",
        "{\"itemsPerSecond\":0.5} | itemsPerSecond is \"0.5\", it must be 1 to 10000",
        "{\"kind\":\"LOST\"} | kind is \"LOST\", it must be one of [FAILED, PARKED]",
        "{\"diedFrom\":\"monday\"} | diedFrom is \"monday\", it must be a time such as",
        "{\"dryRun\":\"yes\"} | dryRun is \"\"yes\"\", it must be true or false",
        "{\"ids\":[]} | ids is \"[]\", it must be a list of at least one id",
        "{\"ids\":[\"\"]} | id is 0 bytes, it must have 1 to 256",
        "{\"reasonContains\":\"\"} | reason part in characters is 0, it must be 1 to 2000",
        "{\"typ\":\"mail\"} | a field's name is \"typ\", it must be one of",
        "[] | the body is \"[]\", it must be an object",
      })
  void refusesWhatIsOutOfRangeAndChangesNothing(String body, String detail) {
    bury("a", DeadLetterKind.FAILED, "down");
    JsonNode problem = http.post(path("redrive"), body).problem(400, "parameter-out-of-range");
    assertThat(problem.get("detail").asString()).startsWith(detail);
    assertThat(fixture.counts(tenant, "z")).isEmpty();
    http.post(path("delete"), "{}");
  }

  @Test
  void refusesAContinuationThatWasMadeUp() {
    http.post(path("redrive"), "{\"continuation\":\"nonsense\"}")
        .problem(400, "continuation-unusable");
  }

  @Test
  void doesNotTakeAMissingBodyForAll() {
    bury("a", DeadLetterKind.FAILED, "down");
    http.post(path("redrive")).problem(415, "media-type-not-supported");
    assertThat(fixture.counts(tenant, "z")).isEmpty();
  }
}
