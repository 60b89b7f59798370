package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
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

  private static void start(String... arguments) {
    SpringApplication application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    assertThat(catchThrowable(() -> application.run(arguments).close())).isNotNull();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}
}
