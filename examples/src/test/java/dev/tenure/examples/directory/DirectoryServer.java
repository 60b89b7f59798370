package dev.tenure.examples.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.AdminServer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** An admin server on two clusters in memory with a tenant directory, and commands that ask it. */
public final class DirectoryServer implements AutoCloseable {
  private final TenureRuntime runtime = TenureRuntime.start();
  private final OpenedClusters opened;
  private final TenantDirectory directory;
  private final AdminServer server;

  DirectoryServer() {
    this("b");
  }

  /** The cluster {@code a} and another one. */
  DirectoryServer(String other) {
    this(ClusterProperties.of(other, "memory:" + other));
  }

  /** The cluster {@code a}, in memory, and another one. */
  DirectoryServer(ClusterProperties other) {
    String name = String.valueOf(other.name());
    opened =
        OpenedClusters.open(
            TenureProperties.of(List.of(ClusterProperties.of("a", "memory:a"), other)),
            runtime,
            TenantSchemas.same(
                RecordMetaData.builder().version(1).include(QueueSchema.part()).build()));
    directory =
        TenantDirectory.of(
            opened.deployment(),
            DirectoryOptions.on(List.of("a", name))
                .withKeys(List.of("email", "handle"))
                .withLease(Duration.ofSeconds(1)),
            DirectoryShards.inRecordStores());
    server = AdminServer.start(directory, AdminOptions.defaults().withPort(0));
    directory.adopt(progress -> {}).join();
  }

  TenantDirectory directory() {
    return directory;
  }

  Deployment deployment() {
    return directory.deployment();
  }

  void create(String user) {
    directory.create(new TenantId("notes", user), TenantDetails.NONE).join();
  }

  String cluster(String user) {
    return directory.find(new TenantId("notes", user)).join().orElseThrow().cluster();
  }

  String url() {
    return server.url().toString();
  }

  /** Runs a command on the server, and returns what it prints. */
  String run(ToIntFunction<String[]> command, int code, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--url");
    all.add(url());
    return capture(command, code, all.toArray(new String[0]));
  }

  /** Runs a command, and returns what it prints. */
  public static String capture(ToIntFunction<String[]> command, int code, String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream capture = new PrintStream(written, true, StandardCharsets.UTF_8);
    System.setOut(capture);
    System.setErr(capture);
    try {
      assertThat(command.applyAsInt(arguments))
          .as(() -> "exit code; " + written.toString(StandardCharsets.UTF_8))
          .isEqualTo(code);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return written.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.close();
    opened.close();
    runtime.close();
  }
}
