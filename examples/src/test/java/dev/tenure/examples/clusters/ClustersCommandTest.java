package dev.tenure.examples.clusters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.AdminServer;
import dev.tenure.examples.directory.DirectoryServer;
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
import dev.tenure.spring.cluster.ClusterUnavailableException;
import dev.tenure.spring.cluster.OpenedClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deployments on clusters in directories, whose applications are stopped while a file is used. */
final class ClustersCommandTest {
  private static final TenantId TENANT = new TenantId("notes", "ahab");

  @TempDir private Path directory;

  private ClusterProperties cluster(String name) {
    return ClusterProperties.of(name, "embedded:" + directory.resolve(name));
  }

  /** An application that opens the clusters and ends. */
  private void run(Consumer<OpenedClusters> application, String... names) {
    List<ClusterProperties> clusters = new ArrayList<>();
    for (String name : names) {
      clusters.add(cluster(name));
    }
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters opened =
            OpenedClusters.open(
                TenureProperties.of(clusters),
                runtime,
                TenantSchemas.same(
                    RecordMetaData.builder().version(1).include(QueueSchema.part()).build()))) {
      application.accept(opened);
    }
  }

  private static void agree(OpenedClusters opened) {
    Deployment agreed = opened.agreedDeployment();
    assertThat(agreed.clusters()).isNotEmpty();
  }

  private Path file(String... names) throws IOException {
    StringBuilder yaml = new StringBuilder("server:\n  port: 8090\ntenure:\n  clusters:\n");
    for (String name : names) {
      yaml.append("    ").append(name).append(":\n      url: ");
      yaml.append(cluster(name).url()).append('\n');
    }
    return Files.writeString(directory.resolve("deployment.yaml"), yaml);
  }

  private static String command(int code, String... arguments) {
    return DirectoryServer.capture(ClustersCommand::execute, code, arguments);
  }

  @Test
  void clusterOfTheFileJoinsSoThatAProcessWithItStarts() throws IOException {
    run(ClustersCommandTest::agree, "a");
    assertThatThrownBy(() -> run(ClustersCommandTest::agree, "a", "b"))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessageContaining("do not agree");
    String file = file("a", "b").toString();
    assertThat(command(0, "--file", file)).isEqualToIgnoringNewLines("version 1: a");
    assertThat(command(0, "--file", file, "--add", "b"))
        .isEqualToIgnoringNewLines("version 2: a, b");
    assertThat(command(0, "--file", file, "--add", "b"))
        .isEqualToIgnoringNewLines("version 2: a, b; nothing to change");
    run(ClustersCommandTest::agree, "a", "b");
    assertThat(command(0, "--file", file, "--remove", "a"))
        .isEqualToIgnoringNewLines("version 3: b");
    run(ClustersCommandTest::agree, "b");
  }

  @Test
  void clusterJoinsADeploymentWithATenantDirectory() throws IOException {
    run(opened -> directory(opened).adopt(progress -> {}).join(), "a");
    assertThat(command(0, "--file", file("a", "b").toString(), "--add", "b"))
        .containsPattern("version \\d+: a, b; tenant directory on a");
    run(
        opened -> {
          TenantDirectory directory = directory(opened);
          var created = directory.create(TENANT, TenantDetails.NONE).join();
          assertThat(created.tenant()).isEqualTo(TENANT);
        },
        "a",
        "b");
    assertThat(command(1, "--file", file("a", "b").toString(), "--remove", "a"))
        .contains("the tenant directory has shards on [a], which cannot leave");
  }

  private static TenantDirectory directory(OpenedClusters opened) {
    return TenantDirectory.of(
        opened.deployment(), DirectoryOptions.on(List.of("a")), DirectoryShards.inRecordStores());
  }

  @Test
  void clusterWithTenantsStays() throws IOException {
    run(
        opened ->
            assertThat(opened.agreedDeployment().createTenant(TENANT).join().name()).isEqualTo("a"),
        "a");
    String file = file("a", "b").toString();
    assertThat(command(0, "--file", file, "--add", "b")).contains("version 2: a, b");
    assertThat(command(1, "--file", file, "--remove", "a")).contains("there are {a=1}");
    assertThat(command(0, "--file", file)).isEqualToIgnoringNewLines("version 2: a, b");
  }

  @Test
  void adminServerRemovesAClusterAndNamesAnUnknownOne() {
    run(
        opened -> {
          try (AdminServer server =
              AdminServer.start(opened.agreedDeployment(), AdminOptions.defaults().withPort(0))) {
            String url = server.url().toString();
            assertThat(command(0, "--url", url)).isEqualToIgnoringNewLines("version 1: a, b");
            assertThat(command(1, "--url", url, "--add", "c")).contains("names [c]");
            assertThat(command(0, "--url", url, "--remove", "b", "--reason", "old disks"))
                .isEqualToIgnoringNewLines("version 2: a");
          }
        },
        "a",
        "b");
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    Path file = file("a");
    assertThat(command(2, "--file", directory.resolve("none.yaml").toString()))
        .contains("none.yaml cannot be read");
    assertThat(command(2, "--file", file.toString(), "--add", "b"))
        .contains("no cluster has stored a list");
    run(ClustersCommandTest::agree, "a");
    assertThat(command(2, "--file", file.toString(), "--add", "b")).contains("names [b]");
    assertThat(command(2, "--file", file.toString(), "--remove", "a"))
        .contains("at least one cluster");
    Files.writeString(file, "tenure:\n  clusters:\n    a:\n      url: disk:x\n");
    assertThat(command(2, "--file", file.toString())).contains("disk:x");
    Files.writeString(file, "server:\n  port: 1\n");
    assertThat(command(2, "--file", file.toString())).contains("names no clusters");
    Files.writeString(file, "tenure: [\n");
    assertThat(command(2, "--file", file.toString())).contains("deployment.yaml");
    assertThat(command(2, "--add", "a", "--remove", "b")).contains("mutually exclusive");
  }
}
