package dev.tenure.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.examples.classscheduling.ClassSchedulingApplication;
import dev.tenure.examples.fleet.FleetFiles.Service;
import dev.tenure.spring.ConsumerProperties;
import dev.tenure.spring.TenureProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.convert.DurationStyle;

/**
 * The unit, the compose file and the properties of the fleet agree with one another and the code.
 */
final class FleetFilesTest {
  private static final String CONSUMER = "tenure-consumer@.service";
  private static final String ADMIN = "tenure.service";

  /** Between the end of the consumer's deadline and the end of its phase, and behind the phase. */
  private static final Duration MARGINS = Duration.ofSeconds(10);

  private static Service service(String name) {
    return Objects.requireNonNull(FleetFiles.services().get(name), name);
  }

  private static List<String> behindTheProgram(List<String> command) {
    return command.subList(1, command.size());
  }

  @Test
  void threeConsumersStudentsAndAnAdminServerAreComposed() {
    assertThat(FleetFiles.services().keySet())
        .containsExactly("consumer-1", "consumer-2", "consumer-3", "admin", "students");
  }

  @Test
  void composeAndUnitStartTheSame() {
    for (int instance = 1; instance <= 3; instance++) {
      assertThat(behindTheProgram(service("consumer-" + instance).command()))
          .isEqualTo(behindTheProgram(FleetFiles.command(CONSUMER, instance)));
    }
    assertThat(behindTheProgram(service("admin").command()))
        .isEqualTo(behindTheProgram(FleetFiles.command(ADMIN, 1)));
  }

  @Test
  void studentsAreAConsumersCommandThatDoesNotConsume() {
    List<String> consumer = FleetFiles.command(CONSUMER, 1);
    List<String> expected =
        Stream.concat(
                consumer.subList(1, consumer.size() - 1).stream(),
                Stream.of(
                    "--server.port=0", "--tenure.consumer.enabled=false", "--school.students=10"))
            .toList();
    Service students = service("students");
    assertThat(behindTheProgram(students.command())).isEqualTo(expected);
    assertThat(students.text("restart")).isEqualTo("no");
    assertThat(students.text("profiles")).isEqualTo("[students]");
  }

  @ParameterizedTest
  @ValueSource(strings = {CONSUMER, ADMIN})
  void allReadTheFileThatThePageInstalls(String unit) {
    assertThat(FleetFiles.command(unit, 1))
        .contains("--spring.config.additional-location=file:" + FleetFiles.INSTALLED_PROPERTIES);
    assertThat(page()).contains("config/application-fleet.yaml " + FleetFiles.INSTALLED_PROPERTIES);
  }

  @Test
  void everythingStopsLaterThanTheConsumersDeadline() throws IOException {
    Duration stopTimeout =
        FleetFiles.properties()
            .bind("tenure.consumer", ConsumerProperties.class)
            .get()
            .stopTimeout();
    Duration least = stopTimeout.plus(MARGINS);
    for (String unit : List.of(CONSUMER, ADMIN)) {
      List<String> seconds = FleetFiles.unit(unit).get("TimeoutStopSec");
      assertThat(Duration.ofSeconds(Long.parseLong(Objects.requireNonNull(seconds).get(0))))
          .as(unit)
          .isGreaterThanOrEqualTo(least);
    }
    FleetFiles.services()
        .forEach(
            (name, service) ->
                assertThat(DurationStyle.detectAndParse(service.text("stop_grace_period")))
                    .as(name)
                    .isGreaterThanOrEqualTo(least));
  }

  @Test
  void theClusterFileCanBeWrittenByAll() throws IOException {
    TenureProperties properties =
        FleetFiles.properties().bind("tenure", TenureProperties.class).get();
    assertThat(properties.clusters()).hasSize(1);
    String url = properties.clusters().values().iterator().next().url();
    assertThat(url).startsWith("fdb:");
    Path directory = Path.of(url.substring("fdb:".length())).getParent();
    for (String unit : List.of(CONSUMER, ADMIN)) {
      assertThat(FleetFiles.unit(unit).get("ReadWritePaths")).containsExactly("-" + directory);
    }
    FleetFiles.services()
        .values()
        .forEach(service -> assertThat(service.volumes()).contains(directory + ":" + directory));
  }

  @ParameterizedTest
  @CsvSource({
    "examples, tenure-consumer@.service, fleet, tenure-examples-fleet.jar",
    "queue-admin, tenure.service, server, tenure-queue-admin-server.jar"
  })
  void theJarIsTheOneThatTheBuildMakes(
      String module, String unit, String classifier, String installed) {
    String pom = FleetFiles.read(FleetFiles.ROOT.resolve(module).resolve("pom.xml"));
    String artifact = "tenure-" + module;
    assertThat(pom)
        .contains("<artifactId>" + artifact + "</artifactId>")
        .contains("<classifier>" + classifier + "</classifier>");
    assertThat(FleetFiles.command(unit, 1)).containsSubsequence("-jar", "/opt/tenure/" + installed);
    assertThat(page())
        .contains(
            module + "/target/" + artifact + "-*-" + classifier + ".jar /opt/tenure/" + installed);
  }

  @Test
  void theJarStartsTheApplication() {
    Matcher main =
        Pattern.compile("<mainClass>(.*)</mainClass>")
            .matcher(FleetFiles.read(FleetFiles.ROOT.resolve("examples/pom.xml")));
    assertThat(main.find()).isTrue();
    assertThat(main.group(1)).isEqualTo(ClassSchedulingApplication.class.getName());
  }

  @Test
  void portsAreThoseOfThePage() {
    for (Map.Entry<String, Service> each : FleetFiles.services().entrySet()) {
      for (String argument : each.getValue().command()) {
        if (argument.startsWith("--server.port=809")) {
          assertThat(page()).contains("127.0.0.1:" + argument.substring("--server.port=".length()));
        }
      }
    }
    assertThat(page()).contains("127.0.0.1:8090");
  }

  /** Without the ends of lines that continue a command. */
  private static String page() {
    return FleetFiles.read(FleetFiles.ROOT.resolve("docs/minimal-fleet.md"))
        .replaceAll(" \\\\\n +", " ");
  }
}
