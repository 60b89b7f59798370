package dev.tenure.admin.rest;

import static dev.tenure.admin.Http.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the resources tell, over HTTP. Each test has tenants of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ResourcesTest {
  private static final String ITEMS = "/api/v1/tenants/%s/%s/zones/%s/items";

  private final Fixture fixture = Fixture.start();
  private final Http http = fixture.http();

  @BeforeAll
  void announceAConsumer() {
    Instant now = Instant.now();
    fixture
        .deployment()
        .clusters()
        .forEach(
            cluster ->
                cluster
                    .consumers()
                    .heartbeat(new ConsumerInfo(Fixture.CONSUMER, now, now, Set.of("mail")))
                    .join());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  @Test
  void listsClustersWithWhatTheyHold() {
    TenantId tenant = tenant("listed");
    String cluster = fixture.createTenant(tenant);
    fixture.enqueue(tenant, "default", Fixture.mail("m"));

    JsonNode clusters = http.get("/api/v1/clusters").json().get("clusters");
    assertThat(clusters).hasSize(2);
    assertThat(clusters.get(0).get("name").asString()).isEqualTo("a");
    JsonNode summary = http.get("/api/v1/clusters/" + cluster).json().get("summary");
    assertThat(summary.get("tenants").asLong()).isPositive();
    assertThat(summary.get("pointers").asLong()).isPositive();
    assertThat(summary.get("vestedPointers").asLong()).isPositive();
    assertThat(summary.get("consumers").get(0).get("id").asString()).isEqualTo(Fixture.CONSUMER);
  }

  @Test
  void showsTheOverviewFromSamples() {
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              JsonNode overview = http.get("/api/v1/overview").json();
              assertThat(overview.get("readOnly").asBoolean()).isFalse();
              assertThat(overview.get("work").isNull()).isTrue();
              JsonNode cluster = overview.get("clusters").get(0);
              assertThat(cluster.get("reachable").asBoolean()).isTrue();
              assertThat(cluster.get("history")).isNotEmpty();
            });
  }

  @Test
  void listsTenantsOfAllClustersPageByPageEachOnce() {
    List<String> made =
        IntStream.range(0, 25).mapToObj(index -> "user-%02d".formatted(index)).toList();
    made.forEach(user -> fixture.createTenant(new TenantId("paged", user)));

    List<String> seen = new ArrayList<>();
    String continuation = "";
    do {
      JsonNode page =
          http.get("/api/v1/tenants?application=paged&limit=4&continuation=" + continuation).json();
      assertThat(page.get("rows").size()).isLessThanOrEqualTo(4);
      page.get("rows").forEach(row -> seen.add(row.get("user").asString()));
      continuation = page.get("continuation").asString("");
    } while (!continuation.isEmpty());
    assertThat(seen).containsExactlyInAnyOrderElementsOf(made);
  }

  @Test
  void findsTenantsByTheBeginningOfTheUserAndByCluster() {
    TenantId anna = new TenantId("found", "anna");
    TenantId anne = new TenantId("found", "anne");
    String annasCluster = fixture.createTenant(anna);
    fixture.createTenant(anne);
    fixture.createTenant(new TenantId("found", "bert"));

    assertThat(users("application=found&user=ann")).containsExactlyInAnyOrder("anna", "anne");
    assertThat(users("application=found&user=anna&cluster=" + annasCluster))
        .containsExactly("anna");
    assertThat(users("application=found&user=c")).isEmpty();
    assertThat(users("application=unheard")).isEmpty();
  }

  private List<String> users(String query) {
    List<String> users = new ArrayList<>();
    http.get("/api/v1/tenants?" + query)
        .json()
        .get("rows")
        .forEach(row -> users.add(row.get("user").asString()));
    return users;
  }

  @Test
  void showsATenantWithItsZones() {
    TenantId tenant = tenant("zones");
    String cluster = fixture.createTenant(tenant);
    fixture.enqueue(tenant, "one", Fixture.mail("m-1"));
    fixture.enqueue(tenant, "one", NewItem.of(Fixture.THUMBNAIL, new byte[] {1}));
    fixture.enqueue(tenant, "two", Fixture.mail("m-2").withDelay(Duration.ofHours(1)));

    JsonNode told = http.get("/api/v1/tenants/resources/zones").json();
    assertThat(told.get("cluster").asString()).isEqualTo(cluster);
    assertThat(Instant.parse(told.get("createdAt").asString())).isBefore(Instant.now());
    JsonNode one = told.get("zones").get(0);
    assertThat(one.get("zone").asString()).isEqualTo("one");
    assertThat(one.get("items").asInt()).isEqualTo(2);
    assertThat(one.get("itemsByType").get("mail").asInt()).isEqualTo(1);
    assertThat(one.get("paused").asBoolean()).isFalse();
    assertThat(one.get("pointer").isObject()).isTrue();
    assertThat(http.get("/api/v1/tenants/resources/zones/zones").json().get("zones")).hasSize(2);
    JsonNode two = http.get("/api/v1/tenants/resources/zones/zones/two").json();
    assertThat(Instant.parse(two.get("earliestVesting").asString()))
        .isAfter(Instant.now().plus(Duration.ofMinutes(50)));
  }

  @Test
  void filtersItemsByStateAndType() {
    TenantId tenant = everyState("states");

    assertThat(ids(tenant, ""))
        .containsExactlyInAnyOrder(
            "ready", "delayed", "leased", "failed", "image", "head", "blocked");
    assertThat(ids(tenant, "state=READY")).containsExactlyInAnyOrder("ready", "image", "head");
    assertThat(ids(tenant, "state=BLOCKED")).containsExactly("blocked");
    assertThat(ids(tenant, "state=DELAYED")).containsExactly("delayed");
    assertThat(ids(tenant, "state=LEASED")).containsExactly("leased");
    assertThat(ids(tenant, "state=RETRYING")).containsExactly("failed");
    assertThat(ids(tenant, "state=DEAD")).containsExactly("dead");
    assertThat(ids(tenant, "state=PARKED")).containsExactly("parked");
    assertThat(ids(tenant, "type=thumbnail")).containsExactly("image");
    assertThat(ids(tenant, "type=mail&state=READY")).containsExactlyInAnyOrder("ready", "head");
    assertThat(ids(tenant, "type=unheard")).isEmpty();
  }

  private TenantId everyState(String user) {
    TenantId tenant = tenant(user);
    fixture.createTenant(tenant);
    for (String id : List.of("ready", "leased", "failed", "dead", "parked")) {
      fixture.enqueue(tenant, "z", Fixture.mail(id));
    }
    fixture.enqueue(tenant, "z", Fixture.mail("delayed").withDelay(Duration.ofHours(1)));
    fixture.enqueue(tenant, "z", NewItem.of(Fixture.THUMBNAIL, new byte[] {0, -1}).withId("image"));
    for (String id : List.of("head", "blocked")) {
      fixture.enqueue(tenant, "z", Fixture.mail(id).withGroup("alphabet"));
    }
    fixture.lease(tenant, "z", "leased");
    fixture.fail(tenant, "z", "failed", "first line\nsecond line");
    fixture.setAside(tenant, "z", "dead", DeadLetterKind.FAILED, "no such address");
    fixture.setAside(tenant, "z", "parked", DeadLetterKind.PARKED, "not a mail");
    return tenant;
  }

  private List<String> ids(TenantId tenant, String query) {
    List<String> ids = new ArrayList<>();
    http.get(path(ITEMS, tenant.application(), tenant.user(), "z") + "?" + query)
        .json()
        .get("rows")
        .forEach(row -> ids.add(row.get("id").asString()));
    return ids;
  }

  @Test
  void pagesThroughItemsEachOnce() {
    TenantId tenant = tenant("many");
    fixture.createTenant(tenant);
    List<NewItem> items =
        IntStream.range(0, 23).mapToObj(index -> Fixture.mail("m-" + index)).toList();
    fixture.run(tenant, tx -> tx.zone("z").enqueueAll(items));

    List<String> seen = new ArrayList<>();
    String continuation = "";
    do {
      JsonNode page =
          http.get(path(ITEMS, "resources", "many", "z") + "?limit=5&continuation=" + continuation)
              .json();
      page.get("rows").forEach(row -> seen.add(row.get("id").asString()));
      continuation = page.get("continuation").asString("");
    } while (!continuation.isEmpty());
    assertThat(seen).hasSize(23).doesNotHaveDuplicates();
  }

  @Test
  void tellsEverythingAboutAnItem() {
    everyState("told");

    JsonNode failed = item("told", "failed");
    assertThat(failed.get("state").asString()).isEqualTo("RETRYING");
    assertThat(failed.get("errors").asInt()).isEqualTo(1);
    JsonNode failure = failed.get("failures").get(0);
    assertThat(failure.get("error").asString()).isEqualTo("first line\nsecond line");
    assertThat(failure.get("consumer").asString()).isEqualTo(Fixture.CONSUMER);
    JsonNode trace = failed.get("stackTrace");
    assertThat(trace.get("text").asString()).isEqualTo(Fixture.STACK_TRACE);
    assertThat(trace.get("attempt")).isEqualTo(failure.get("attempt"));
    assertThat(trace.get("at")).isEqualTo(failure.get("at"));
    assertThat(item("told", "ready").get("stackTrace").isNull()).isTrue();
    assertThat(failed.get("payload").get("text").asString())
        .isEqualTo("{\"to\":\"6@example.org\"}");
    assertThat(reason(failed)).isEqualTo("BACKING_OFF");

    JsonNode leased = item("told", "leased");
    assertThat(leased.get("leasedBy").asString()).isEqualTo(Fixture.CONSUMER);
    assertThat(reason(leased)).isEqualTo("RUNNING");

    JsonNode dead = item("told", "dead");
    assertThat(dead.get("deadLetterReason").asString()).isEqualTo("no such address");
    assertThat(Instant.parse(dead.get("setAsideAt").asString())).isBefore(Instant.now());
    assertThat(reason(dead)).isEqualTo("SET_ASIDE");

    JsonNode parked = item("told", "parked");
    assertThat(parked.get("errors").asInt()).isZero();
    assertThat(parked.get("stackTrace").get("text").asString()).isEqualTo(Fixture.STACK_TRACE);
    assertThat(parked.get("stackTrace").get("at")).isEqualTo(parked.get("setAsideAt"));
    assertThat(why("told", "parked").get("stackTrace")).isEqualTo(parked.get("stackTrace"));

    JsonNode blocked = item("told", "blocked");
    assertThat(blocked.get("state").asString()).isEqualTo("BLOCKED");
    assertThat(blocked.get("group").asString()).isEqualTo("alphabet");
    assertThat(reason(blocked)).isEqualTo("GROUP_BLOCKED");

    JsonNode image = item("told", "image");
    assertThat(image.get("group").isNull()).isTrue();
    assertThat(image.get("payload").get("hex").asString()).isEqualTo("00ff");
    assertThat(image.get("payload").get("text").isNull()).isTrue();
    assertThat(reason(image)).isEqualTo("TYPE_UNKNOWN");
    assertThat(reason(item("told", "delayed"))).isEqualTo("NOT_DUE");
    assertThat(reason(item("told", "ready"))).isIn("MAY_RUN", "VISIT_LATER");
  }

  @Test
  void showsAttributes() {
    TenantId tenant = tenant("attributed");
    fixture.createTenant(tenant);
    fixture.enqueue(
        tenant, "z", Fixture.mail("m").withAttributes(Map.of("traceparent", "00-1-2-01")));
    assertThat(item("attributed", "m").get("attributes").get("traceparent").asString())
        .isEqualTo("00-1-2-01");
  }

  private JsonNode item(String user, String id) {
    return http.get(path(ITEMS + "/%s", "resources", user, "z", id)).json();
  }

  private JsonNode why(String user, String id) {
    return http.get(path(ITEMS + "/%s/why", "resources", user, "z", id)).json();
  }

  private static String reason(JsonNode item) {
    return item.get("explanation").get(0).get("code").asString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b", "a\\b", "..", ".", "~x", "a b", "ü–😀", "<b>&\"'", "%2F", "a;b=c", "a?b#c", "//",
        "a+b", "{x}", "items", "a:b"
      })
  void takesIdentifiersOfAnyKind(String odd) {
    TenantId tenant = new TenantId("odd " + odd, odd);
    fixture.createTenant(tenant);
    fixture.enqueue(tenant, odd, Fixture.mail(odd));

    String marked = odd.startsWith("~") || odd.startsWith(".") ? "~" + odd : odd;
    String path =
        path("/api/v1/tenants/%s/%s/zones/%s/items/%s", "odd " + odd, marked, marked, marked);
    Http.Answer answer = http.get(path);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.json().get("id").asString()).isEqualTo(odd);
  }

  private static TenantId tenant(String user) {
    return new TenantId("resources", user);
  }
}
