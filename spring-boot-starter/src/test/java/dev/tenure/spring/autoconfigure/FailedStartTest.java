package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
final class FailedStartTest {

  @Test
  void tellsAWrongPropertyWithoutAStackTrace(CapturedOutput output) {
    start("--tenure.clusters[0].name=a", "--tenure.clusters[0].url=oracle:a");
    assertThat(output)
        .contains("tenure.clusters[0].url: cluster URL \"oracle:a\" is none of")
        .contains("Correct the property")
        .doesNotContain("at dev.tenure");
  }

  @Test
  void tellsAnUnavailableClusterWithoutAStackTrace(CapturedOutput output) {
    start("--tenure.clusters[0].name=a", "--tenure.clusters[0].url=fdb:/nowhere/fdb.cluster");
    assertThat(output)
        .contains("cluster fdb:/nowhere/fdb.cluster cannot be opened")
        .doesNotContain("at dev.tenure");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tenure:\n  clusters: [unclosed\n a: b", "\tx: 1", "a: b: c", "a: \u0007"})
  void tellsAFileThatIsNoYamlWithoutAStackTrace(
      String content, @TempDir Path directory, CapturedOutput output) throws IOException {
    Path file = Files.writeString(directory.resolve("wrong.yaml"), content);
    start("--spring.config.additional-location=file:" + file);
    assertThat(output)
        .contains("a configuration file is no YAML: ")
        .contains("Correct application.yaml")
        .doesNotContain("at org.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tenure.consumer.workers=many        | a whole number, 1 to 10,000
          tenure.consumer.workers=8.5         | a whole number, 1 to 10,000
          tenure.consumer.workers=99999999999 | a whole number, 1 to 10,000
          tenure.consumer.managers=           | a whole number, 1 to 1,000
          tenure.clusters.a.shards=0x10y      | a whole number, 1 to 256
          tenure.clusters.a.min-inactive=soon | a duration such as 500ms, 30s, 10m or 1d, 100ms to 1d
          tenure.consumer.item-lease=30 sec   | a duration such as 500ms, 30s, 10m or 1d, 100ms to 12h
          tenure.consumer.dequeue-size-max=1X | a size such as 500B, 100KB or 1MB, 1 B to 5,000,000 B
          tenure.consumer.selection-fraction=half | a number, above 0, at most 1
          tenure.handlers.note.attempts-max=all | a whole number, 0 (no limit) to 1,000,000
          tenure.consumer.enabled=maybe       | true or false
          tenure.clusters.a.leasing=seldom    | one of never, always, adaptive
          """)
  void tellsTheLimitsOfAValueThatCannotBeRead(
      String property, String expected, CapturedOutput output) {
    String[] parts = property.split("=", 2);
    start("--tenure.clusters.a.url=memory:a", "--" + property);
    assertThat(output)
        .contains(parts[0] + " is \"" + parts[1] + "\", from ")
        .contains(", it must be " + expected)
        .contains("Correct the property")
        .doesNotContain("at dev.tenure");
  }

  private static void start(String... arguments) {
    SpringApplication application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    assertThat(catchThrowable(() -> application.run(arguments).close())).isNotNull();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}
}
