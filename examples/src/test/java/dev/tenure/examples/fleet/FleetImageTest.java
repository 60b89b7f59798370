package dev.tenure.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.examples.fleet.FleetFiles.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The container file and the fleet with a FoundationDB of its own, against all other files. */
final class FleetImageTest {
  private static final String IMAGE =
      FleetFiles.read(FleetFiles.ROOT.resolve("config/container/Dockerfile"));
  private static final Map<String, Service> SERVICES = FleetFiles.services("cluster.yaml");
  private static final Pattern COPY = Pattern.compile("(?m)^COPY (?!--from)(\\S+) (\\S+)$");

  private static Service service(String name) {
    return Objects.requireNonNull(SERVICES.get(name), name);
  }

  private static List<Service> servers() {
    return Stream.of("foundationdb-1", "foundationdb-2", "foundationdb-3")
        .map(FleetImageTest::service)
        .toList();
  }

  @Test
  void processesAreThoseOfTheOtherFileAndListenOutsideOfTheirContainer() {
    FleetFiles.services()
        .forEach(
            (name, other) -> {
              List<String> command = new ArrayList<>(other.command());
              if (!name.equals("students")) {
                command.add("--server.address=0.0.0.0");
              }
              if (name.equals("admin")) {
                command.add("--tenure.admin.allowed-hosts=localhost");
              }
              assertThat(service(name).command()).as(name).isEqualTo(command);
              assertThat(service(name).text("stop_grace_period"))
                  .isEqualTo(other.text("stop_grace_period"));
            });
    assertThat(SERVICES).hasSize(FleetFiles.services().size() + 4);
  }

  @Test
  void portsAreOpenOnTheLoopbackOfTheHostAlone() {
    for (String name : List.of("consumer-1", "consumer-2", "consumer-3")) {
      String port =
          service(name).command().stream()
              .filter(argument -> argument.startsWith("--server.port="))
              .map(argument -> argument.substring("--server.port=".length()))
              .findFirst()
              .orElseThrow();
      assertThat(service(name).texts("ports")).containsExactly("127.0.0.1:" + port + ":" + port);
    }
    assertThat(service("admin").texts("ports")).containsExactly("127.0.0.1:8090:8090");
  }

  @Test
  void imageHasWhatTheCommandsName() {
    Matcher copies = COPY.matcher(IMAGE);
    List<String> targets = new ArrayList<>();
    String sent =
        FleetFiles.read(FleetFiles.ROOT.resolve("config/container/Dockerfile.dockerignore"));
    while (copies.find()) {
      targets.add(copies.group(2));
      assertThat(sent).contains("!" + copies.group(1) + "\n");
      assertThat(page()).contains(copies.group(1) + " " + copies.group(2));
    }
    assertThat(targets)
        .containsExactly(
            "/opt/tenure/tenure-examples-fleet.jar",
            "/opt/tenure/tenure-queue-admin-server.jar",
            FleetFiles.INSTALLED_PROPERTIES);
  }

  @Test
  void clusterFileNamesTheServersAndLiesWhereThePropertiesLook() {
    String contents = servers().get(0).text("environment", "FDB_CLUSTER_FILE_CONTENTS");
    String addresses =
        String.join(
            ",",
            servers().stream()
                .map(server -> server.text("networks", "fleet", "ipv4_address") + ":4500")
                .toList());
    assertThat(contents).isEqualTo("tenure:tenure@" + addresses);
    assertThat(FleetFiles.read(FleetFiles.PROPERTIES))
        .contains("url: fdb:/etc/foundationdb/fdb.cluster");
    Service configure = service("configure");
    assertThat(configure.text("environment", "FDB_CLUSTER_FILE_CONTENTS")).isEqualTo(contents);
    assertThat(configure.command().get(0)).contains("file=/etc/foundationdb/fdb.cluster");
    for (String name : FleetFiles.services().keySet()) {
      assertThat(service(name).volumes()).containsExactly("cluster-file:/etc/foundationdb");
      assertThat(service(name).text("depends_on", "configure", "condition"))
          .isEqualTo("service_completed_successfully");
    }
    assertThat(configure.volumes()).containsExactly("cluster-file:/etc/foundationdb");
  }

  @Test
  void serversClientAndLibraryHaveOneVersionOfFoundationDb() {
    Matcher image =
        Pattern.compile("FROM (foundationdb/foundationdb:(7\\.3)\\.\\d+) ").matcher(IMAGE);
    assertThat(image.find()).isTrue();
    for (Service server : servers()) {
      assertThat(server.text("image")).isEqualTo(image.group(1));
    }
    assertThat(service("configure").text("image")).isEqualTo(image.group(1));
    assertThat(FleetFiles.read(FleetFiles.ROOT.resolve("pom.xml")))
        .contains("<fdb.version>" + image.group(2) + ".");
  }

  @Test
  void userOfTheImageMayWriteTheClusterFile() {
    Matcher user = Pattern.compile("useradd --system --uid (\\d+) tenure").matcher(IMAGE);
    assertThat(user.find()).isTrue();
    assertThat(IMAGE).endsWith("USER tenure\n");
    assertThat(service("configure").command().get(0))
        .contains("chown -R " + user.group(1) + " /etc/foundationdb");
  }

  private static String page() {
    return FleetFiles.read(FleetFiles.ROOT.resolve("docs/minimal-fleet.md"));
  }
}
