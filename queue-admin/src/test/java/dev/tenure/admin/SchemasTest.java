package dev.tenure.admin;

import static dev.tenure.record.key.Keys.field;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Api;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.proto.RollOutOrder;
import dev.tenure.queue.rollout.IndexBuildWork;
import dev.tenure.queue.rollout.RollOutWork;
import dev.tenure.queue.rollout.TenantSettling;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.LeaseResult;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.metadata.MetaDataCodec;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Schemas and their roll-outs, over HTTP. */
@ExtendWith(OutputCaptureExtension.class)
final class SchemasTest {
  private static final String PATH = "/api/v1/schemas/shop";
  private static final String BUILD = "index-build";

  /** More records than a store builds when it is opened. */
  private static final int LARGE = 250;

  private final TenureRuntime runtime = TenureRuntime.start();
  private final OpenedClusters opened = Fixture.open(runtime, "a", "b");
  private AdminServer server;
  private Http http;

  @BeforeEach
  void start() {
    opened.agreedDeployment();
    server = AdminServer.start(opened.deployment(), AdminOptions.defaults(), Map.of());
    http = new Http(server.port());
    for (int number = 0; number < 4; number++) {
      var unused = opened.deployment().createTenant(new TenantId("shop", "u" + number)).join();
    }
  }

  @AfterEach
  void close() {
    server.close();
    opened.close();
    runtime.close();
  }

  /** Messages named Api stand for what the application stores. */
  private static RecordMetaData schema(int typeKey) {
    return RecordMetaData.builder()
        .version(2)
        .include(QueueSchema.part())
        .recordType(
            Api.getDefaultInstance(),
            type -> type.typeKey(typeKey).primaryKey(field("name")).sinceVersion(2))
        .build();
  }

  private Http.Answer publish(RecordMetaData schema) {
    String bytes = Base64.getEncoder().encodeToString(MetaDataCodec.encode(schema));
    return http.post(PATH + "/publish", "{\"metaData\":\"" + bytes + "\",\"reason\":\"first\"}");
  }

  private Http.Answer create(String name, String columns) {
    return http.post(
        PATH + "/create-index",
        "{\"recordType\":\"Api\",\"name\":\"%s\",\"columns\":%s}".formatted(name, columns));
  }

  private JsonNode status() {
    return http.get(PATH).json();
  }

  @Test
  void publishesASchemaAndCreatesAndDropsAnIndex() {
    JsonNode published = publish(schema(1)).json();
    assertThat(published.get("version").asInt()).isEqualTo(2);
    assertThat(published.get("changed").asBoolean()).isTrue();
    assertThat(published.get("missing").isEmpty()).isTrue();
    assertThat(http.get("/api/v1/schemas").json().get("applications").get(0).asString())
        .isEqualTo("shop");

    assertThat(
            create("by-source", "[\"source_context.file_name\",\"version\"]")
                .json()
                .get("version")
                .asInt())
        .isEqualTo(3);
    assertThat(
            create("by-source", "[\"source_context.file_name\",\"version\"]")
                .json()
                .get("changed")
                .asBoolean())
        .isFalse();
    assertThat(create("by-source", "[\"version\"]").body()).contains("there is another index");
    assertThat(create("by-other", "[\"nothing\"]").body()).contains("has no field nothing");
    assertThat(status().get("version").asInt()).isEqualTo(3);
    assertThat(status().get("done").asBoolean()).isFalse();

    JsonNode dropped = http.post(PATH + "/drop-index", "{\"name\":\"by-source\"}").json();
    assertThat(dropped.get("version").asInt()).isEqualTo(4);
    assertThat(http.post(PATH + "/drop-index", "{\"name\":\"never\"}").body())
        .contains("never was one");
  }

  @Test
  void tellsWhyASchemaIsRefused() {
    var unused = publish(schema(1)).json();
    Http.Answer other = publish(schema(2));
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.body()).contains("schema-refused").contains("version 2 is another one");
    assertThat(http.post(PATH + "/publish", "{\"metaData\":\"AAAA\"}").status()).isEqualTo(400);
    assertThat(http.post(PATH + "/publish", "{\"metadata\":\"\"}").body()).contains("metaData");
    http.get("/api/v1/schemas/other").problem(404, "schema-not-found");
  }

  @Test
  void pausesAndResumesAndTellsTheEnd() {
    var unused = publish(schema(1)).json();
    assertThat(http.post(PATH + "/pause", "{}").json().get("missing").isEmpty()).isTrue();
    assertThat(status().get("clusters").get(0).get("paused").asBoolean()).isTrue();
    assertThat(http.post(PATH + "/resume", "{\"tenantsPerSecond\":-1}").status()).isEqualTo(400);
    var resumed = http.post(PATH + "/resume", "{\"tenantsPerSecond\":100}").json();
    assertThat(resumed.get("missing").isEmpty()).isTrue();
    rollOut("a");
    rollOut("b");
    JsonNode status = status();
    assertThat(status.get("done").asBoolean()).as(status.toString()).isTrue();
    long visited =
        status.get("clusters").get(0).get("visited").asLong()
            + status.get("clusters").get(1).get("visited").asLong();
    assertThat(visited).isEqualTo(4);
  }

  /** As the local item does whose roll-out was resumed once. */
  private void rollOut(String cluster) {
    while (work(cluster, 2, 2).isPresent()) {}
  }

  /** One attempt of the local item. */
  private Optional<Duration> work(String cluster, int version, int run) {
    RollOutOrder order =
        RollOutOrder.newBuilder().setApplication("shop").setVersion(version).setRun(run).build();
    return new RollOutWork(opened.deployment(), order, cluster).run().join();
  }

  @Test
  void tellsThatABuildHasDiedAndBeginsItAgain(CapturedOutput output) {
    var unused = publish(schema(1)).json();
    TenantId large = new TenantId("shop", "u1");
    save(large, LARGE);
    String cluster = opened.deployment().locate(large).join().name();
    assertThat(create("by-version", "[\"version\"]").json().get("version").asInt()).isEqualTo(3);
    work(cluster, 3, 1);
    work(cluster, 3, 1);
    assertThat(on(cluster).get("left").asInt()).isEqualTo(1);
    assertThat(on(cluster).get("failed").asInt()).isZero();

    die(large, "key is 11022 bytes");
    work(cluster, 3, 1);
    JsonNode failed = on(cluster);
    assertThat(failed.get("failed").asInt()).isEqualTo(1);
    assertThat(failed.get("phase").asString()).isEqualTo("BUILDING");
    assertThat(failed.get("examples").get(0).get("kind").asString()).isEqualTo("FAILED");
    assertThat(failed.get("examples").get(0).get("reason").asString())
        .isEqualTo("key is 11022 bytes");

    JsonNode retried = http.post(PATH + "/retry", "{\"reason\":\"mended\"}").json();
    assertThat(retried.get("missing").isEmpty()).isTrue();
    assertThat(output.toString()).contains("action=retry-roll-out", "reason=\"mended\"");
    work(cluster, 3, 2);
    work(cluster, 3, 2);
    assertThat(on(cluster).get("failed").asInt()).isZero();
    assertThat(on(cluster).get("examples").get(0).get("kind").asString()).isEqualTo("BUILDING");
    Optional<DeadLetter> letter =
        run(large, tx -> tx.zone(TenantSettling.ZONE).findDeadLetter(BUILD));
    assertThat(letter).isEmpty();

    QueueCluster at = opened.deployment().cluster(cluster).orElseThrow();
    while (new IndexBuildWork(at, large).run().join().isPresent()) {}
    while (work(cluster, 3, 2).isPresent()) {}
    assertThat(on(cluster).get("phase").asString()).isEqualTo("DONE");
  }

  private JsonNode on(String cluster) {
    return status()
        .get("clusters")
        .valueStream()
        .filter(each -> each.get("cluster").asString().equals(cluster))
        .findFirst()
        .orElseThrow();
  }

  private <T> T run(TenantId tenant, Function<TenantTransaction, CompletableFuture<T>> body) {
    return opened.deployment().run(tenant, body).join();
  }

  private void save(TenantId tenant, int records) {
    run(
        tenant,
        tx ->
            CompletableFuture.allOf(
                IntStream.range(0, records)
                    .mapToObj(number -> Api.newBuilder().setName("n" + number).build())
                    .map(tx.store()::save)
                    .toArray(CompletableFuture<?>[]::new)));
  }

  /** As a consumer does after the last attempt of an index build. */
  private void die(TenantId tenant, String reason) {
    run(
        tenant,
        tx -> {
          QueueZone zone = tx.zone(TenantSettling.ZONE);
          return zone.obtainLease(BUILD, Duration.ofMinutes(1), "consumer-1")
              .thenCompose(
                  result ->
                      zone.moveToDeadLetter(
                          BUILD,
                          ((LeaseResult.Granted) result).leased().lease().id(),
                          DeadLetterKind.FAILED,
                          reason,
                          Optional.empty()));
        });
  }
}
