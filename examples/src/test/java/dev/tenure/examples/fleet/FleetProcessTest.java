package dev.tenure.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.examples.classscheduling.ClassSchedulingApplication;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.cluster.OpenedClusters;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import dev.tenure.spring.TenureRuntime;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command lines of the unit and of the compose file start the application: with the classes of
 * the build instead of the jar, and on a directory instead of a FoundationDB cluster.
 */
@Timeout(900)
final class FleetProcessTest {
  private static final String CONSUMES = " runs items of [";

  @TempDir private Path directory;
  private Optional<Process> process = Optional.empty();

  @AfterEach
  void kill() {
    process.ifPresent(
        started -> {
          boolean unused = started.toHandle().destroyForcibly();
          started.onExit().join();
        });
  }

  @Test
  void aConsumerStartsByTheUnitsCommandAndEndsInOrderAtSigterm() throws Exception {
    Process consumer = start(FleetFiles.command("tenure-consumer@.service", 1), "--server.port=0");
    try (BufferedReader output = output(consumer)) {
      List<String> start = linesUntil(output, CONSUMES);
      assertThat(start).last().asString().contains("seat", "mail");
      int port = port(start);
      assertThat(get(port, "/actuator/prometheus")).contains("tenure_consumer_workers");
      assertThat(get(port, "/actuator/health")).contains("\"tenure\"", "\"promises\"");
      boolean unused = consumer.toHandle().destroy();
      assertThat(linesUntil(output, null)).isNotEmpty();
    }
    assertThat(consumer.waitFor()).isEqualTo(143);
    assertThat(liveConsumers()).isEmpty();
  }

  /** Those who have neither left the list in order nor been silent for long. */
  private List<ConsumerInfo> liveConsumers() {
    TenureProperties properties = TenureProperties.of(ClusterProperties.of("main", cluster()));
    RecordMetaData metaData =
        RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters clusters =
            OpenedClusters.open(properties, runtime, TenantSchemas.same(metaData))) {
      return clusters.deployment().clusters().get(0).consumers().live().join();
    }
  }

  private String cluster() {
    return "embedded:" + directory.resolve("main");
  }

  @Test
  void studentsActByTheCommandOfTheComposeFileAndEnd() throws Exception {
    List<String> command = FleetFiles.services().get("students").command();
    Process students = start(command, "--tenure.consumer.enabled=true");
    try (BufferedReader output = output(students)) {
      assertThat(linesUntil(output, null))
          .anyMatch(line -> line.contains("mail student-0/1 to student-0: You have a seat in "))
          .contains("ran 100 transactions of 10 students")
          .anyMatch(line -> line.endsWith(" sent; every rule is kept"));
    }
    assertThat(students.waitFor()).isZero();
  }

  @Test
  void aMistypedPropertyEndsTheStartWithASentence() throws Exception {
    Process consumer =
        start(
            FleetFiles.command("tenure-consumer@.service", 1),
            "--server.port=0",
            "--tenure.consumer.workerz=2");
    try (BufferedReader output = output(consumer)) {
      assertThat(linesUntil(output, null))
          .anyMatch(line -> line.contains("the nearest is tenure.consumer.workers"));
    }
    assertThat(consumer.waitFor()).isEqualTo(1);
  }

  /**
   * Later arguments come before earlier ones, so what is given here replaces what is in the file.
   */
  private Process start(List<String> command, String... changed) throws IOException {
    int jar = command.indexOf("-jar");
    Stream<String> program =
        Stream.of(
            System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ClassSchedulingApplication.class.getName());
    List<String> arguments = new ArrayList<>(program.toList());
    List<String> replaced = Arrays.stream(changed).map(FleetProcessTest::name).toList();
    command.subList(jar + 2, command.size()).stream()
        .filter(argument -> !replaced.contains(name(argument)))
        .map(argument -> argument.replace(FleetFiles.INSTALLED_PROPERTIES, installed()))
        .forEach(arguments::add);
    arguments.addAll(List.of(changed));
    arguments.add("--tenure.clusters.main.url=" + cluster());
    Process started =
        new ProcessBuilder(arguments)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .start();
    process = Optional.of(started);
    return started;
  }

  private static int port(List<String> lines) {
    return lines.stream()
        .map(Pattern.compile("Tomcat started on port (\\d+)")::matcher)
        .filter(Matcher::find)
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .findFirst()
        .orElseThrow();
  }

  private static String get(int port, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private static String name(String argument) {
    int equals = argument.indexOf('=');
    return equals < 0 ? argument : argument.substring(0, equals);
  }

  private static String installed() {
    return FleetFiles.PROPERTIES.toAbsolutePath().normalize().toString();
  }

  private static BufferedReader output(Process started) {
    return new BufferedReader(
        new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The lines up to the first that contains the text; all lines when there is no text. */
  private static List<String> linesUntil(BufferedReader output, @Nullable String text)
      throws IOException {
    List<String> lines = new ArrayList<>();
    String line = output.readLine();
    while (line != null) {
      lines.add(line);
      if (text != null && line.contains(text)) {
        return lines;
      }
      line = output.readLine();
    }
    assertThat(text).as("a line with it, in %s", lines).isNull();
    return lines;
  }
}
