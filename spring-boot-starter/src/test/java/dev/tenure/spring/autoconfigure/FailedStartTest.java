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

  private static void start(String... arguments) {
    SpringApplication application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    assertThat(catchThrowable(() -> application.run(arguments).close())).isNotNull();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}
}
