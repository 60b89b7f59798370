package dev.tenure.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.record.global.SecondaryKey;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** The tenant directory over REST: what an operator finds, hides, suspends, deletes and repairs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
final class DirectoryTest {
  private static final String MAIL = "ahab@pequod.example";

  private final Fixture fixture =
      Fixture.startWithDirectory(AdminOptions.defaults(), "email", "handle");
  private final Http http = fixture.http();

  @BeforeAll
  void createTenants() {
    create("ahab", TenantDetails.NONE.withDisplayName("Captain Ahab").withKey("email", MAIL));
    create("starbuck", TenantDetails.NONE.withAttribute("region", "nantucket"));
    create("pip", TenantDetails.NONE);
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private TenantId create(String user, TenantDetails details) {
    return fixture.directory().create(new TenantId("whaling", user), details).join().tenant();
  }

  private static String path(String user) {
    return "/api/v1/directory/tenants/whaling/" + user;
  }

  @Test
  void tellsTheDirectoryAndItsAdoption() {
    JsonNode directory = http.get("/api/v1/directory").json();
    assertThat(directory.get("present").asBoolean()).isTrue();
    assertThat(directory.get("active").asBoolean()).isTrue();
    assertThat(directory.get("shards").toString()).isEqualTo("[\"a\",\"b\"]");
    assertThat(directory.get("keys").toString()).isEqualTo("[\"email\",\"handle\"]");
    assertThat(directory.get("kinds").toString())
        .isEqualTo(
            "[{\"name\":\"email\",\"state\":\"READABLE\"},"
                + "{\"name\":\"handle\",\"state\":\"READABLE\"}]");
  }

  @Test
  void listsEveryEntryOnceAPageAtATime() {
    Set<String> users = new TreeSet<>();
    String more = "";
    do {
      JsonNode page =
          http.get("/api/v1/directory/tenants?application=whaling&limit=1" + more).json();
      for (JsonNode row : page.get("rows")) {
        assertThat(users.add(row.get("user").asString())).isTrue();
      }
      JsonNode next = page.get("continuation");
      more = next == null || next.isNull() ? "" : "&continuation=" + next.asString();
    } while (!more.isEmpty());
    assertThat(users).contains("ahab", "starbuck", "pip");
    assertThat(http.get("/api/v1/directory/tenants?application=none&limit=100").json().get("rows"))
        .isEmpty();
    http.get("/api/v1/directory/tenants?state=SLEEPING").problem(400, "parameter-out-of-range");
    http.get("/api/v1/directory/tenants?continuation=made-up")
        .problem(400, "continuation-unusable");
  }

  @Test
  void showsPersonalDataOnlyWhereItIsAskedFor() {
    JsonNode hidden = http.get(path("ahab")).json();
    assertThat(hidden.toString()).doesNotContain("Captain").doesNotContain(MAIL);
    assertThat(hidden.get("keyKinds").toString()).isEqualTo("[\"email\"]");

    JsonNode details = http.get(path("ahab") + "?reveal=true").json().get("details");
    assertThat(details.get("displayName").asString()).isEqualTo("Captain Ahab");
    assertThat(details.get("keys").get(0).get("value").asString()).isEqualTo(MAIL);
    http.get(path("ahab") + "?reveal=yes").problem(400, "parameter-out-of-range");
    http.get(path("nobody")).problem(404, "tenant-not-found");
  }

  @Test
  void findsTheOwnerOfAnAlternateKeyWithoutTellingTheKey(CapturedOutput output) {
    JsonNode rows = find("email", MAIL).json().get("rows");
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).get("user").asString()).isEqualTo("ahab");
    assertThat(find("handle", MAIL).json().get("rows")).isEmpty();

    String detail =
        find("phone", MAIL).problem(400, "parameter-out-of-range").get("detail").asString();
    assertThat(detail).contains("phone").contains("[email, handle]").doesNotContain(MAIL);
    http.post("/api/v1/directory/find", "{\"kind\":\"email\"}").problem(400, "request-unreadable");
    assertThat(output.toString()).doesNotContain(MAIL);
  }

  private Http.Answer find(String kind, String value) {
    return http.post(
        "/api/v1/directory/find", "{\"kind\":\"" + kind + "\",\"value\":\"" + value + "\"}");
  }

  @Test
  void suspendsWithAReasonAndResumes(CapturedOutput output) {
    http.post(path("starbuck") + "/suspend", "{}").problem(400, "request-unreadable");
    JsonNode suspended = http.post(path("starbuck") + "/suspend", "{\"reason\":\"unpaid\"}").json();
    assertThat(suspended.get("tenant").get("state").asString()).isEqualTo("SUSPENDED");
    assertThat(suspended.get("reason").asString()).isEqualTo("unpaid");
    JsonNode listed =
        http.get("/api/v1/directory/tenants?state=SUSPENDED&limit=1000").json().get("rows");
    assertThat(listed).hasSize(1);

    JsonNode resumed = http.post(path("starbuck") + "/resume").json();
    assertThat(resumed.get("tenant").get("state").asString()).isEqualTo("ACTIVE");
    assertThat(output.toString())
        .contains("action=suspend-tenant")
        .contains("reason=\"unpaid\"")
        .contains("action=resume-tenant");
  }

  @Test
  void refusesWhatTheDirectoryDoesNotStore(CapturedOutput output) {
    for (String reason : List.of("a\\nb", "\\ud83d", "\u6f22".repeat(400))) {
      http.post(path("pip") + "/suspend", "{\"reason\":\"" + reason + "\"}")
          .problem(400, "parameter-out-of-range");
    }
    assertThat(http.get(path("pip")).json().get("tenant").get("state").asString())
        .isEqualTo("ACTIVE");
    for (String value : List.of("x\\ud83d", "x".repeat(1_001))) {
      assertThat(
              find("email", value).problem(400, "parameter-out-of-range").get("detail").asString())
          .contains("alternate key email")
          .doesNotContain("xx");
    }
    assertThat(output.toString()).doesNotContain("ProblemAdvice");
  }

  @Test
  void deletesAfterAPreview() {
    TenantId tenant =
        create("flask", TenantDetails.NONE.withKey("handle", "flask").withDisplayName("Flask"));
    fixture.enqueue(tenant, "z", Fixture.mail("m"));
    http.post(path("flask") + "/delete", "{}").problem(400, "request-unreadable");

    JsonNode preview =
        http.post(path("flask") + "/delete", "{\"dryRun\":true}").json().get("preview");
    assertThat(preview.get("contents").get("items").asInt()).isEqualTo(1);
    assertThat(preview.get("keys").asInt()).isEqualTo(1);
    assertThat(http.get(path("flask")).status()).isEqualTo(200);

    assertThat(
            http.post(path("flask") + "/delete", "{\"dryRun\":false,\"reason\":\"asked\"}")
                .json()
                .get("deleted")
                .asBoolean())
        .isTrue();
    http.get(path("flask")).problem(404, "tenant-not-found");
    http.post(path("flask") + "/delete", "{\"dryRun\":false}").problem(404, "tenant-not-found");
    create("stubb", TenantDetails.NONE.withKey("handle", "flask"));
  }

  @Test
  void auditsAndRefusesRepairsOfWhatIsWhole() {
    JsonNode audit = http.get("/api/v1/directory/audit?limit=1000").json();
    assertThat(audit.get("rows")).isEmpty();
    http.post(path("pip") + "/repair", "{\"repair\":\"FORGET\"}").problem(409, "tenant-state");
    http.post(path("pip") + "/repair", "{\"repair\":\"DELETE_STORE\"}")
        .problem(400, "request-unreadable");
    http.post(path("pip") + "/repair", "{\"repair\":\"BURN\"}")
        .problem(400, "parameter-out-of-range");
    assertThat(http.post(path("pip") + "/repair", "{\"repair\":\"FINISH\"}").status())
        .isEqualTo(200);
  }

  private JsonNode violations(String reveal) {
    return http.get("/api/v1/directory/violations" + reveal).json();
  }

  @Test
  void keyOfTwoTenantsIsDecidedWithoutItsValue(CapturedOutput output) {
    create("queequeg", TenantDetails.NONE.withKey("handle", "harpooner"));
    create("tashtego", TenantDetails.NONE);
    fixture.bringBack(new TenantId("whaling", "tashtego"), new SecondaryKey("handle", "harpooner"));
    JsonNode found = http.get("/api/v1/directory/audit?limit=1000").json().get("rows").get(0);
    assertThat(found.get("kind").asString()).isEqualTo("KEY_VIOLATED");
    assertThat(found.get("user").asString()).isEqualTo("tashtego");
    assertThat(found.get("keyKind").asString()).isEqualTo("handle");
    assertThat(violations("")).isEmpty();

    http.post("/api/v1/directory/audit", "{\"limit\":0}").problem(400, "parameter-out-of-range");
    http.post("/api/v1/directory/audit", "{\"reason\":\"restored\"}").json();
    JsonNode violated = violations("");
    assertThat(violated).hasSize(1);
    assertThat(violated.get(0).get("owners")).hasSize(2);
    assertThat(violated.toString()).contains("handle").doesNotContain("harpooner");
    assertThat(violations("?reveal=true").toString()).contains("harpooner");

    http.post(path("pip") + "/keep-key", "{\"kind\":\"handle\"}").problem(404, "tenant-not-found");
    http.post(path("queequeg") + "/replace-key", "{\"kind\":\"handle\"}")
        .problem(400, "request-unreadable");
    assertThat(
            http.post(
                    path("tashtego") + "/replace-key",
                    "{\"kind\":\"handle\",\"replacement\":\"second\",\"reason\":\"r\"}")
                .json()
                .get("outcome")
                .asString())
        .isEqualTo("RESOLVED");
    assertThat(violations("")).isEmpty();
    assertThat(find("handle", "harpooner").json().get("rows").get(0).get("user").asString())
        .isEqualTo("queequeg");
    assertThat(find("handle", "second").json().get("rows").get(0).get("user").asString())
        .isEqualTo("tashtego");
    assertThat(output.toString())
        .contains("action=repair-directory", "action=replace-key")
        .doesNotContain("harpooner");
  }

  @Test
  void kindThatIsNotKnownIsNotChanged() {
    http.post("/api/v1/directory/kinds", "{\"kind\":\"phone\",\"change\":\"ADD\"}")
        .problem(400, "parameter-out-of-range");
    http.post("/api/v1/directory/kinds", "{\"kind\":\"phone\",\"change\":\"DROP\"}")
        .problem(409, "alternate-kinds-differ");
    assertThat(
            http.post("/api/v1/directory/kinds", "{\"kind\":\"email\",\"change\":\"ADD\"}")
                .json()
                .get("done")
                .asBoolean())
        .isTrue();
    http.post("/api/v1/directory/kinds", "{\"kind\":\"email\"}").problem(400, "request-unreadable");
    http.post(
            "/api/v1/directory/kinds",
            "{\"kind\":\"email\",\"change\":\"DROP\",\"fromAttribute\":\"mail\"}")
        .problem(400, "request-unreadable");
  }

  @Test
  void aServerWithoutChangesFindsKeysAndSuspendsNobody() {
    try (Fixture readOnly =
        Fixture.startWithDirectory(AdminOptions.defaults().withReadOnly(true), "email")) {
      Http reading = readOnly.http();
      assertThat(
              reading
                  .post("/api/v1/directory/find", "{\"kind\":\"email\",\"value\":\"x\"}")
                  .status())
          .isEqualTo(200);
      reading.post(path("ahab") + "/suspend", "{\"reason\":\"r\"}").problem(403, "read-only");
    }
  }

  @Test
  void aDeploymentWithoutADirectorySaysSo() {
    try (Fixture without = Fixture.start()) {
      assertThat(without.http().get("/api/v1/directory").json().get("present").asBoolean())
          .isFalse();
      without.http().get("/api/v1/directory/tenants").problem(404, "nothing-here");
    }
  }
}
