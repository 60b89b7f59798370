package dev.tenure.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Moves over REST: asked for, made by the worker of the server, undone, and told. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
final class MovesTest {
  private static final String MOVES = "/api/v1/directory/moves";
  private static final String PLANS = "/api/v1/directory/plans";
  private static final long ENDS_WITHIN = Duration.ofMinutes(1).toNanos();

  private final Fixture fixture = Fixture.startWithDirectory(AdminOptions.defaults(), "email");
  private final Http http = fixture.http();

  @AfterAll
  void close() {
    fixture.close();
  }

  private TenantId create(String user) {
    TenantId tenant = new TenantId("whaling", user);
    fixture.directory().create(tenant, TenantDetails.NONE).join();
    fixture.enqueue(tenant, "default", Fixture.mail(user));
    return tenant;
  }

  private String cluster(TenantId tenant) {
    return fixture.directory().find(tenant).join().orElseThrow().cluster();
  }

  private static String path(TenantId tenant) {
    return "/api/v1/directory/tenants/whaling/" + tenant.user() + "/move";
  }

  private JsonNode ended(TenantId tenant) {
    long end = System.nanoTime() + ENDS_WITHIN;
    JsonNode move = http.get(path(tenant)).json();
    while (move.get("ended").isNull() && System.nanoTime() < end) {
      Thread.onSpinWait();
      move = http.get(path(tenant)).json();
    }
    return move;
  }

  @Test
  void tenantIsMovedByTheServersWorker(CapturedOutput output) {
    TenantId ahab = create("ahab");
    String source = cluster(ahab);
    String target = source.equals("a") ? "b" : "a";
    http.get(path(ahab)).problem(404, "move-not-found");
    http.post(path(ahab) + "/pause").problem(404, "move-not-found");
    JsonNode asked =
        http.post(path(ahab), "{\"cluster\":\"" + target + "\",\"reason\":\"full\"}").json();
    assertThat(asked.get("state").asString()).isEqualTo("OPEN");
    assertThat(asked.get("source").asString()).isEqualTo(source);
    assertThat(asked.get("reason").asString()).isEqualTo("full");

    JsonNode move = ended(ahab);
    assertThat(move.get("state").asString()).as(move.toString()).isEqualTo("COMPLETED");
    for (String change : new String[] {"pause", "resume", "revert"}) {
      String told =
          http.post(path(ahab) + "/" + change)
              .problem(409, "tenant-state")
              .get("detail")
              .asString();
      assertThat(told).contains("whaling/ahab").contains(target).contains("COMPLETED");
    }
    assertThat(move.get("rows").asLong()).isPositive();
    assertThat(move.get("closedMillis").asDouble()).isPositive();
    assertThat(cluster(ahab)).isEqualTo(target);
    assertThat(fixture.counts(ahab, "default")).containsEntry("mail", 1L);
    assertThat(output.toString()).contains("action=move-tenant-to " + target, "reason=\"full\"");

    JsonNode listed = http.get(MOVES + "?ended=true&limit=1").json();
    assertThat(listed.get("rows")).hasSize(1);
    assertThat(fixture.http().get("/actuator/prometheus").body())
        .contains("tenure_moves_ended_total{end=\"completed\"} 1.0");
  }

  @Test
  void refusesWhatCannotBe() {
    TenantId pip = create("pip");
    String at = cluster(pip);
    http.post(path(pip), "{\"cluster\":\"" + at + "\"}").problem(409, "tenant-state");
    http.post(path(pip), "{\"cluster\":\"nowhere\"}").problem(404, "cluster-not-found");
    http.post(path(pip), "{}").problem(400, "request-unreadable");
    http.post(path(pip), "{\"cluster\":\"b\",\"when\":1}").problem(400, "parameter-out-of-range");
    http.post(path(new TenantId("whaling", "nobody")), "{\"cluster\":\"b\"}")
        .problem(404, "tenant-not-found");
    http.get(MOVES + "?ended=perhaps").problem(400, "parameter-out-of-range");
    http.get(MOVES + "?continuation=made-up").problem(400, "continuation-unusable");
  }

  @Test
  void planIsPreviewedStartedAndForgotten(CapturedOutput output) {
    try (Fixture own = Fixture.startWithDirectory(AdminOptions.defaults(), "email")) {
      Http mine = own.http();
      for (String user : new String[] {"x", "y", "z"}) {
        own.directory().create(new TenantId("whaling", user), TenantDetails.NONE).join();
      }
      String gather = "{\"goal\":\"GATHER\",\"cluster\":\"b\"";
      JsonNode preview = mine.post(PLANS + "/preview", gather + "}").json();
      int moves = preview.get("movesInAll").asInt();
      assertThat(preview.get("complete").asBoolean()).isTrue();
      assertThat(mine.get(PLANS).json()).isEmpty();

      JsonNode plan = mine.post(PLANS, gather + ",\"plan\":\"grow\",\"reason\":\"full\"}").json();
      assertThat(plan.get("goal").asString()).isEqualTo("all to b");
      assertThat(plan.get("moves").asInt()).isEqualTo(moves);
      long end = System.nanoTime() + ENDS_WITHIN;
      JsonNode progress = mine.get(PLANS + "/grow").json();
      while (!progress.get("ended").asBoolean() && System.nanoTime() < end) {
        Thread.onSpinWait();
        progress = mine.get(PLANS + "/grow").json();
      }
      assertThat(progress.get("completed").asInt()).as(progress.toString()).isEqualTo(moves);
      assertThat(mine.post(PLANS + "/preview", gather + "}").json().get("movesInAll").asInt())
          .isZero();
      assertThat(mine.post(PLANS + "/grow/pause").json().get("moves").asInt()).isZero();
      mine.post(PLANS + "/grow/forget").json();
      mine.get(PLANS + "/grow").problem(404, "plan-not-found");
      assertThat(output.toString()).contains("action=start-plan grow: all to b");
    }
  }

  @Test
  void planThatSaysTooLittleIsRefused() {
    for (String body :
        new String[] {"{}", "{\"goal\":\"DRAIN\"}", "{\"goal\":\"GATHER\",\"cluster\":\"\"}"}) {
      http.post(PLANS + "/preview", body).problem(400, "request-unreadable");
    }
    for (String body :
        new String[] {
          "{\"goal\":\"MIX\"}",
          "{\"goal\":\"SIZE\",\"percent\":0}",
          "{\"goal\":\"SIZE\",\"percent\":101}",
          "{\"goal\":\"SIZE\",\"movesMax\":\"all\"}",
          "{\"goal\":\"LOAD\"}",
          "{\"goal\":\"LOAD\",\"loads\":7}"
        }) {
      http.post(PLANS + "/preview", body).problem(400, "parameter-out-of-range");
    }
    http.post(PLANS + "/preview", "{\"goal\":\"DRAIN\",\"cluster\":\"c\"}")
        .problem(404, "cluster-not-found");
    http.post(PLANS, "{\"goal\":\"SIZE\"}").problem(400, "request-unreadable");
    assertThat(
            http.post(
                    PLANS + "/preview",
                    "{\"goal\":\"LOAD\",\"loads\":[{\"application\":\"whaling\",\"user\":\"no\","
                        + "\"load\":5}]}")
                .json()
                .get("moves"))
        .isEmpty();
  }
}
