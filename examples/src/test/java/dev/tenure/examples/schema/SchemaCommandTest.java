package dev.tenure.examples.schema;

import static dev.tenure.record.key.Keys.field;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Api;
import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.AdminServer;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.rollout.SchemaHandlers;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.proto.RollOutOrder;
import dev.tenure.queue.rollout.RollOutWork;
import dev.tenure.queue.rollout.TenantSettling;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.LeaseResult;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.metadata.MetaDataCodec;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SchemaCommandTest {
  private static final TenantId LARGE = new TenantId("shop", "large");
  private static final String BUILD = "index-build";

  /** More records than a store builds when it is opened. */
  private static final int RECORDS = 250;

  private final TenureRuntime runtime = TenureRuntime.start();
  private final OpenedClusters opened =
      OpenedClusters.open(
          TenureProperties.of(List.of(ClusterProperties.of("a", "memory:a"))),
          runtime,
          TenantSchemas.same(schema()));
  private final Deployment deployment = opened.deployment();
  private final AdminServer server =
      AdminServer.start(deployment, AdminOptions.defaults().withPort(0));

  @TempDir private Path directory;

  /** Messages named Api stand for what the application stores. */
  private static RecordMetaData schema() {
    return RecordMetaData.builder()
        .version(1)
        .include(QueueSchema.part())
        .recordType(Api.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("name")))
        .build();
  }

  @BeforeEach
  void fill() throws IOException {
    opened.agreedDeployment();
    deployment.createTenant(new TenantId("shop", "small")).join();
    deployment.createTenant(LARGE).join();
    run(
        tx ->
            CompletableFuture.allOf(
                IntStream.range(0, RECORDS)
                    .mapToObj(number -> Api.newBuilder().setName("n" + number).build())
                    .map(tx.store()::save)
                    .toArray(CompletableFuture<?>[]::new)));
    Path file = directory.resolve("schema");
    Files.write(file, MetaDataCodec.encode(schema()));
    assertThat(command(0, "publish", "--file", file.toString())).contains("version 1 is published");
  }

  @AfterEach
  void close() {
    server.close();
    opened.close();
    runtime.close();
  }

  private <T> T run(Function<TenantTransaction, CompletableFuture<T>> body) {
    return deployment.run(LARGE, body).join();
  }

  private String command(int code, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--url", server.url().toString()));
    if (!arguments[0].equals("list")) {
      all.addAll(List.of("--application", "shop"));
    }
    return captured(code, all.toArray(String[]::new));
  }

  private static String captured(int code, String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream capture = new PrintStream(written, true, StandardCharsets.UTF_8);
    System.setOut(capture);
    System.setErr(capture);
    try {
      assertThat(SchemaCommand.execute(arguments))
          .as(() -> "exit code; " + written.toString(StandardCharsets.UTF_8))
          .isEqualTo(code);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return written.toString(StandardCharsets.UTF_8);
  }

  private String createIndex(int code, String... more) {
    List<String> all = new ArrayList<>(List.of("create-index", "--type", "Api"));
    all.addAll(List.of("--index", "by-version", "--columns", "version"));
    all.addAll(List.of(more));
    return command(code, all.toArray(String[]::new));
  }

  private Consumer consume() {
    Consumer consumer =
        Consumer.builder(
                deployment,
                SchemaHandlers.addTo(Handlers.builder(), deployment).build(),
                ConsumerOptions.defaults("consumer-1"))
            .build();
    consumer.start();
    return consumer;
  }

  @Test
  void createsAnIndexOfAllTenantsAndWaitsForTheEnd() {
    Consumer consumer = consume();
    try {
      assertThat(createIndex(0, "--wait", "--reason", "search"))
          .contains("version 2 is published", "a done 2/2");
      assertThat(createIndex(0)).contains("version 2 was published before");
      assertThat(command(0, "list")).contains("shop");
      assertThat(command(0, "show")).contains("version 2", "index by-version of", "a done 2/2");
      assertThat(command(0, "drop-index", "--index", "by-version", "--wait"))
          .contains("version 3 is published", "a done 2/2");
    } finally {
      consumer.stop(Duration.ofSeconds(10)).join();
    }
  }

  @Test
  void pausesResumesAndCancels() {
    createIndex(0);
    command(0, "pause", "--reason", "busy");
    assertThat(command(0, "show")).contains("a walking (paused)");
    assertThat(command(1, "show", "--wait")).contains("a walking (paused)");
    command(0, "resume", "--tenants-per-second", "100");
    assertThat(command(0, "show")).contains("a walking 0/2");
    command(0, "cancel");
    assertThat(command(1, "show", "--wait")).contains("a cancelled");
    assertThat(captured(1, "pause", "--application", "none", "--url", server.url().toString()))
        .contains("no schema of application none is stored");
    assertThat(captured(2, "rename")).contains("rename");
  }

  @Test
  void tellsThatBuildsHaveDiedAndBeginsThemAgain() {
    createIndex(0);
    work(1);
    work(1);
    die("key is 11022 bytes");
    work(1);
    assertThat(command(0, "show"))
        .contains("a building 2/2, 1 left, 1 failed", "large FAILED key is 11022 bytes");
    assertThat(command(1, "show", "--wait")).contains("retry begins them again");

    command(0, "retry", "--reason", "mended");
    Consumer consumer = consume();
    try {
      assertThat(command(0, "show", "--wait")).contains("a done 2/2");
    } finally {
      consumer.stop(Duration.ofSeconds(10)).join();
    }
  }

  /** One attempt of the local item. */
  private void work(int run) {
    RollOutOrder order =
        RollOutOrder.newBuilder().setApplication("shop").setVersion(2).setRun(run).build();
    new RollOutWork(deployment, order, "a").run().join();
  }

  /** As a consumer does after the last attempt of an index build. */
  private void die(String reason) {
    run(
        tx -> {
          QueueZone zone = tx.zone(TenantSettling.ZONE);
          return zone.obtainLease(BUILD, Duration.ofMinutes(1), "consumer-0")
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
