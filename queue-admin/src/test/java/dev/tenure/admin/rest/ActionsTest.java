package dev.tenure.admin.rest;

import static dev.tenure.admin.Http.path;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.ConsumerRegistry;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.LeasedItem;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** What an operator does, and what it does to the items. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
final class ActionsTest {
  private final Fixture fixture = Fixture.start();
  private final Http http = fixture.http();
  private TenantId tenant = new TenantId("actions", "nobody");

  @BeforeEach
  void makeATenantForTheTest(TestInfo test) {
    tenant =
        new TenantId(
            "actions", test.getTestMethod().orElseThrow().getName() + test.getDisplayName());
    fixture.createTenant(tenant);
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  @Test
  void reservesShardsForAnApplication(CapturedOutput output) {
    String applications = "/api/v1/clusters/a/applications";
    String maps = applications + "/maps/shards";
    JsonNode reserved = http.post(maps, "{\"shards\":2,\"reason\":\"loud\"}").json();
    assertThat(reserved.get("application").asString()).isEqualTo("maps");
    assertThat(reserved.get("shards")).hasSize(2);
    assertThat(http.get(applications).json().get("applications")).contains(reserved);
    assertThat(output.toString()).contains("action=reserve-shards 2", "reason=\"loud\"");

    http.post(maps, "{\"shards\":257}").problem(400, "parameter-out-of-range");
    http.post(maps, "{\"shards\":256}").problem(400, "parameter-out-of-range");
    http.post(maps, "{\"shards\":-1}").problem(400, "parameter-out-of-range");
    http.post(maps, "{\"shards\":1.5}").problem(400, "parameter-out-of-range");
    http.post(maps, "{}").problem(400, "parameter-out-of-range");
    http.post(maps, "{\"shards\":1,\"when\":1}").problem(400, "parameter-out-of-range");
    http.post("/api/v1/clusters/x/applications/maps/shards", "{\"shards\":1}")
        .problem(404, "cluster-not-found");

    http.post(maps, "{\"shards\":0}").json();
    assertThat(http.get(applications).json().get("applications")).isEmpty();
  }

  @Test
  void switchesLeasesOfVisits(CapturedOutput output) {
    String leases = "/api/v1/clusters/a/visit-leases";
    assertThat(http.get(leases).json().get("on").asBoolean()).isTrue();
    JsonNode off = http.post(leases, "{\"on\":false,\"reason\":\"beside 0.1\"}").json();
    assertThat(off.get("on").asBoolean()).isFalse();
    assertThat(off.get("cluster").asString()).isEqualTo("a");
    assertThat(output.toString()).contains("action=visit-leases off", "reason=\"beside 0.1\"");
    assertThat(summaryOfA().get("visitLeases").asBoolean()).isFalse();

    ConsumerRegistry consumers = fixture.deployment().cluster("a").orElseThrow().consumers();
    consumers.heartbeat(ofAnEarlierRelease("early")).join();
    assertThat(http.get(leases).json().get("unable")).hasSize(1);
    http.post(leases, "{\"on\":true}").problem(409, "consumers-unable");
    assertThat(http.get(leases).json().get("on").asBoolean()).isFalse();
    consumers.forget("early").join();
    assertThat(http.post(leases, "{\"on\":true}").json().get("on").asBoolean()).isTrue();
    assertThat(summaryOfA().get("visitLeases").asBoolean()).isTrue();

    http.post(leases, "{}").problem(400, "parameter-out-of-range");
    http.post(leases, "{\"on\":\"yes\"}").problem(400, "parameter-out-of-range");
    http.post(leases, "{\"on\":true,\"when\":1}").problem(400, "parameter-out-of-range");
    http.post("/api/v1/clusters/x/visit-leases", "{\"on\":true}").problem(404, "cluster-not-found");
  }

  private JsonNode summaryOfA() {
    return http.get("/api/v1/clusters/a").json().get("summary");
  }

  private static ConsumerInfo ofAnEarlierRelease(String id) {
    Instant now = Instant.now();
    return new ConsumerInfo(id, now, now, new TreeMap<>()).withContentFormatMax(0);
  }

  @Test
  void retriesAnItemThatWaitsForItsNextAttempt() {
    fixture.enqueue(tenant, "z", Fixture.mail("m"));
    fixture.fail(tenant, "z", "m", "timed out");
    assertThat(state("m")).isEqualTo("RETRYING");

    assertThat(act("m", "retry-now").json().get("outcome").asString()).isEqualTo("DONE");
    assertThat(state("m")).isEqualTo("READY");
  }

  @Test
  void retriesADelayedItem() {
    fixture.enqueue(tenant, "z", Fixture.mail("m").withDelay(Duration.ofHours(1)));
    assertThat(act("m", "retry-now").status()).isEqualTo(200);
    assertThat(state("m")).isEqualTo("READY");
  }

  @ParameterizedTest
  @EnumSource(DeadLetterKind.class)
  void bringsBackAnItemThatWasSetAside(DeadLetterKind kind) {
    fixture.enqueue(tenant, "z", Fixture.mail("m"));
    fixture.setAside(tenant, "z", "m", kind, "gave up");

    assertThat(act("m", "retry-now").status()).isEqualTo(200);
    assertThat(state("m")).isEqualTo("READY");
    JsonNode zone = http.get(zonePath()).json();
    assertThat(zone.get("deadLetters").asInt()).isZero();
    assertThat(zone.get("items").asInt()).isEqualTo(1);
  }

  @Test
  void doesNotRetryAnItemThatRuns() {
    fixture.enqueue(tenant, "z", Fixture.mail("m"));
    Instant end = fixture.lease(tenant, "z", "m").lease().until().truncatedTo(ChronoUnit.MILLIS);
    String detail = act("m", "retry-now").problem(409, "item-leased").get("detail").asString();
    String told = "item \"m\" is leased until (.*); wait until that is over, or cancel it";
    assertThat(detail).matches(told);
    assertThat(Instant.parse(detail.replaceAll(told, "$1"))).isBetween(end, end.plusSeconds(1));
    assertThat(state("m")).isEqualTo("LEASED");
  }

  @Test
  void doesNotRetryAnItemThatIsBlockedInItsGroupButCancelsIt() {
    fixture.enqueue(tenant, "z", Fixture.mail("first").withGroup("g"));
    fixture.enqueue(tenant, "z", Fixture.mail("second").withGroup("g"));
    act("second", "retry-now").problem(409, "item-blocked");
    assertThat(state("second")).isEqualTo("BLOCKED");
    assertThat(act("second", "cancel").status()).isEqualTo(200);
    assertThat(act("first", "cancel").status()).isEqualTo(200);
    assertThat(fixture.counts(tenant, "z")).isEmpty();
  }

  @Test
  void cancelsAnItemThatWaitsOrRuns() {
    fixture.enqueue(tenant, "z", Fixture.mail("waits"));
    fixture.enqueue(tenant, "z", Fixture.mail("runs"));
    fixture.lease(tenant, "z", "runs");

    assertThat(act("waits", "cancel").status()).isEqualTo(200);
    assertThat(act("runs", "cancel").status()).isEqualTo(200);
    assertThat(fixture.counts(tenant, "z")).isEmpty();
  }

  @Test
  void cancelsAnItemThatWasSetAside() {
    fixture.enqueue(tenant, "z", Fixture.mail("m"));
    fixture.setAside(tenant, "z", "m", DeadLetterKind.FAILED, "gave up");
    assertThat(act("m", "cancel").status()).isEqualTo(200);
    http.get(itemPath("m")).problem(404, "item-not-found");
  }

  @Test
  void saysThatAnItemIsGone() {
    act("gone", "retry-now").problem(404, "item-not-found");
    act("gone", "cancel").problem(404, "item-not-found");
  }

  @Test
  void takesNothingFromAPausedZoneUntilItIsResumed() {
    fixture.enqueue(tenant, "z", Fixture.mail("m"));
    assertThat(http.post(zonePath() + "/pause").json().get("paused").asBoolean()).isTrue();
    assertThat(reasons("m")).contains("ZONE_PAUSED");
    assertThat(http.get(zonePath()).json().get("paused").asBoolean()).isTrue();

    assertThat(http.post(zonePath() + "/resume").json().get("paused").asBoolean()).isFalse();
    assertThat(reasons("m")).doesNotContain("ZONE_PAUSED");
    DequeueRequest one = DequeueRequest.of(1, Duration.ofSeconds(30), "c");
    List<LeasedItem> taken = fixture.run(tenant, tx -> tx.zone("z").dequeue(one));
    assertThat(taken).hasSize(1);
  }

  @Test
  void pausesTwiceAsOnce() {
    fixture.enqueue(tenant, "z", Fixture.mail("m"));
    http.post(zonePath() + "/pause");
    assertThat(http.post(zonePath() + "/pause").json().get("paused").asBoolean()).isTrue();
  }

  @Test
  void doesNotPauseAZoneThatHoldsNothing() {
    http.post(zonePath() + "/pause").problem(404, "zone-not-found");
  }

  @Test
  void writesEachChangeIntoTheAuditLog(CapturedOutput output) {
    fixture.enqueue(tenant, "z", Fixture.mail("m"));
    http.post(zonePath() + "/pause", "{\"reason\":\"mail server\\nis \\\"down\\\"\"}");
    assertThat(output)
        .contains("from=127.0.0.1 action=pause")
        .contains("reason=\"mail server is  down \"");
    act("gone", "cancel");
    assertThat(output.toString()).containsPattern("action=cancel target=\\S+ failed=\"[^\"]*gone");
  }

  @Test
  void changesNothingWhenReadOnly() {
    try (Fixture reading = Fixture.start(AdminOptions.defaults().withReadOnly(true))) {
      reading.createTenant(tenant);
      reading.enqueue(tenant, "z", Fixture.mail("m"));
      reading.http().post(itemPath("m") + "/cancel").problem(403, "read-only");
      assertThat(reading.http().get(itemPath("m")).status()).isEqualTo(200);
      assertThat(reading.http().get("/api/v1/overview").json().get("readOnly").asBoolean())
          .isTrue();
    }
  }

  private Http.Answer act(String id, String action) {
    return http.post(itemPath(id) + "/" + action);
  }

  private String state(String id) {
    return http.get(itemPath(id)).json().get("state").asString();
  }

  private List<String> reasons(String id) {
    return http.get(itemPath(id))
        .json()
        .get("explanation")
        .valueStream()
        .map(reason -> reason.get("code").asString())
        .toList();
  }

  private String zonePath() {
    return path("/api/v1/tenants/%s/%s/zones/z", tenant.application(), tenant.user());
  }

  private String itemPath(String id) {
    return zonePath() + "/items/" + id;
  }
}
