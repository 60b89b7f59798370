package dev.tenure.examples.external;

import static org.assertj.core.api.Assertions.assertThat;

import com.apple.foundationdb.Database;
import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.AdminServer;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.external.ExternalZone;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.testkit.external.MemoryExternalStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Single items of a zone in an external store: found, explained, retried and cancelled. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ExternalItemsTest {
  private static final TenantId TENANT = new TenantId("shop", "alice");
  private static final String STORE = "orders";
  private static final WorkType<String> MAIL = WorkType.of("mail", PayloadCodecs.text());
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final TenureRuntime runtime = TenureRuntime.start();
  private final Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final MemoryExternalStore store = MemoryExternalStore.leasingItems(runtime.clock());
  private final Deployment deployment = Deployment.of(List.of(cluster()));
  private final AdminServer server =
      AdminServer.start(deployment, AdminOptions.defaults().withPort(0));

  private int tests;
  private ExternalZone zone = zone();

  @BeforeAll
  void createTenant() {
    deployment.createTenant(TENANT).join();
  }

  /** Each test has a zone that is empty. */
  @BeforeEach
  void beginWithAnEmptyZone() {
    tests++;
    zone = zone();
  }

  private ExternalZone zone() {
    return ExternalZone.of(deployment, TENANT, new ExternalZoneName(STORE, "mail" + tests));
  }

  private QueueCluster cluster() {
    RecordDatabase database =
        RecordDatabase.builder(engine)
            .clock(runtime.clock())
            .random(runtime.secrets())
            .executor(runtime.transactions())
            .timer(runtime.timer())
            .build();
    RecordMetaData schema = RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    return database.join(
        QueueCluster.open(
            database,
            ClusterOptions.named("a").withExternalStores(ExternalStores.of(Map.of(STORE, store))),
            TenantSchemas.same(schema)));
  }

  @AfterAll
  void close() {
    server.close();
    engine.close();
    runtime.close();
  }

  private void enqueue(String id, Duration delay) {
    zone.enqueue(NewItem.of(MAIL, id).withId(id).withDelay(delay)).join();
  }

  /** As a consumer does after the last attempt. */
  private void die(String id) {
    enqueue(id, Duration.ZERO);
    LeaseId lease = new LeaseId("00112233445566778899aabbccddeeff");
    store
        .dequeue(
            zone.address(),
            lease,
            DequeueRequest.of(100, Duration.ofMinutes(1), "consumer-1"),
            item -> item.id().equals(id))
        .join();
    store
        .moveToDeadLetter(
            zone.address(), id, lease, DeadLetterKind.FAILED, "550 refused", Optional.empty())
        .join();
  }

  private String path(String rest) {
    return "/api/v1/tenants/shop/alice/zones/"
        + URLEncoder.encode(zone.name().text(), StandardCharsets.UTF_8)
        + rest;
  }

  private HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(server.url().resolve(path)).GET());
  }

  private HttpResponse<String> post(String path) {
    return post(path, "{}");
  }

  private HttpResponse<String> post(String path, String body) {
    return send(
        HttpRequest.newBuilder(server.url().resolve(path))
            .header("X-Tenure-Request", "1")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode json(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonMapper.shared().readTree(answer.body());
  }

  private static String problem(HttpResponse<String> answer, int status, String kind) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    JsonNode problem = JsonMapper.shared().readTree(answer.body());
    assertThat(problem.get("type").asString()).isEqualTo("urn:tenure:problem:" + kind);
    return problem.get("detail").asString();
  }

  private static List<String> ids(JsonNode page) {
    return page.get("rows").valueStream().map(row -> row.get("id").asString()).toList();
  }

  @Test
  void findsAnItemAmongManyWithSimilarIds() {
    IntStream.range(0, 250)
        .mapToObj(number -> NewItem.of(MAIL, "").withId("mail-" + number))
        .forEach(item -> store.enqueue(zone.address(), item, 1).join());
    enqueue("mail", Duration.ZERO);
    enqueue("m", Duration.ofHours(1));
    for (String id : List.of("mail-0", "mail-7", "mail-99", "mail-249", "mail")) {
      JsonNode item = json(get(path("/items/" + id)));
      assertThat(item.get("id").asString()).isEqualTo(id);
      assertThat(item.get("state").asString()).isEqualTo("READY");
    }
    assertThat(json(get(path("/items/m"))).get("state").asString()).isEqualTo("DELAYED");
    assertThat(problem(get(path("/items/mail-250")), 404, "item-not-found")).contains("mail-250");
    JsonNode first = json(get(path("/items?limit=2")));
    assertThat(ids(first)).containsExactly("m", "mail");
    String next = first.get("continuation").asString();
    assertThat(ids(json(get(path("/items?limit=2&continuation=" + next)))))
        .containsExactly("mail-0", "mail-1");
    problem(get(path("/items?filter=priority%20%3C%203")), 400, "filter-unusable");
  }

  @Test
  void explainsWhyAnItemWaits() {
    enqueue("later", Duration.ofHours(1));
    JsonNode why = json(get(path("/items/later/why")));
    assertThat(why.toString()).contains("NOT_DUE", "NO_CONSUMER");
    die("dead");
    assertThat(json(get(path("/items/dead/why"))).toString()).contains("SET_ASIDE");
    assertThat(json(get(path("/items/gone/why"))).toString()).contains("GONE");
    post(path("/pause"));
    assertThat(json(get(path("/items/later/why"))).toString()).contains("PAUSED");
  }

  @Test
  void retriesADeadLetterAndRefusesToHurryAnItemThatWaits() {
    die("dead");
    assertThat(json(get(path("/items/dead"))).get("state").asString()).isEqualTo("DEAD");
    assertThat(ids(json(get(path("/items?state=DEAD"))))).containsExactly("dead");
    assertThat(json(post(path("/items/dead/retry-now"))).get("outcome").asString())
        .isEqualTo("DONE");
    assertThat(json(get(path("/items/dead"))).get("state").asString()).isEqualTo("READY");

    enqueue("later", Duration.ofHours(1));
    assertThat(problem(post(path("/items/later/retry-now")), 409, "not-offered"))
        .contains("later", "orders", "dead letters alone");
    problem(post(path("/items/gone/retry-now")), 404, "item-not-found");
  }

  @Test
  void cancelsItemsAndDeadLetters() {
    enqueue("later", Duration.ofHours(1));
    die("dead");
    for (String id : List.of("later", "dead")) {
      assertThat(json(post(path("/items/" + id + "/cancel"))).get("outcome").asString())
          .isEqualTo("DONE");
      problem(get(path("/items/" + id)), 404, "item-not-found");
      problem(post(path("/items/" + id + "/cancel")), 404, "item-not-found");
    }
  }

  @Test
  void changesDeadLettersInBulk() {
    for (int i = 0; i < 5; i++) {
      die("dead" + i);
    }
    JsonNode preview =
        json(post(path("/dead-letters/redrive"), "{\"dryRun\":true}")).get("preview");
    assertThat(preview.get("matching").asLong()).isEqualTo(5);
    assertThat(preview.get("byReason").get("<number> refused").asLong()).isEqualTo(5);

    JsonNode some =
        json(post(path("/dead-letters/redrive"), "{\"max\":2,\"reasonContains\":\"refused\"}"))
            .get("report");
    assertThat(some.get("changed").asLong()).isEqualTo(2);
    assertThat(some.get("left").asLong()).isEqualTo(3);
    assertThat(ids(json(get(path("/items"))))).containsExactly("dead0", "dead1");
    JsonNode rest = json(post(path("/dead-letters/delete"), "{\"kind\":\"FAILED\"}")).get("report");
    assertThat(rest.get("changed").asLong()).isEqualTo(3);
    assertThat(rest.get("continuation").isNull()).isTrue();
    assertThat(ids(json(get(path("/items?state=DEAD"))))).isEmpty();
    assertThat(
            problem(
                post(path("/dead-letters/delete"), "{\"filter\":\"errors > 3\"}"),
                400,
                "filter-unusable"))
        .contains("external:orders/mail", "reasonContains");
  }

  @Test
  void tellsThatThereIsNoSuchStoreOrTenant() {
    URI other = server.url().resolve(path("/items/a").replace("orders", "none"));
    assertThat(problem(get(other.toString()), 404, "external-store-not-found")).contains("none");
    for (String action : List.of("/items/a/retry-now", "/items/a/cancel", "/dead-letters/delete")) {
      problem(post(path(action).replace("orders", "none")), 404, "external-store-not-found");
      problem(post(path(action).replace("alice", "bob")), 404, "tenant-not-found");
    }
    problem(get(path("/items/a").replace("alice", "bob")), 404, "tenant-not-found");
  }
}
