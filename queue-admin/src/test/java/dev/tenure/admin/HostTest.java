package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.support.GenericApplicationContext;

/** A program that has an admin server inside keeps its own logging, properties and ports. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
final class HostTest {
  private final TenureRuntime runtime = TenureRuntime.start();
  private final OpenedClusters opened = Fixture.open(runtime, "a");

  @AfterAll
  void close() {
    opened.close();
    runtime.close();
  }

  /**
   * A host with an admin server for a bean; no {@code @Configuration}, which servers would scan.
   */
  static class Host {
    @Bean
    static AdminServer admin(OpenedClusters opened) {
      return AdminServer.start(opened.deployment(), AdminOptions.defaults());
    }
  }

  /** A host that cannot start, once its admin server runs. */
  static class BrokenHost extends Host {
    @Bean
    @DependsOn("admin")
    static String mailer() {
      return named("");
    }

    private static String named(String name) {
      if (name.isEmpty()) {
        throw new IllegalStateException("the mail server has no name");
      }
      return name;
    }
  }

  private SpringApplication host(Class<?> configuration) {
    SpringApplication application = new SpringApplication(configuration);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setRegisterShutdownHook(false);
    application.addInitializers(
        context ->
            ((GenericApplicationContext) context)
                .registerBean(
                    "opened",
                    OpenedClusters.class,
                    () -> opened,
                    bean -> bean.setDestroyMethodName("")));
    return application;
  }

  @Test
  void saysWhyItDoesNotStart(CapturedOutput output) {
    SpringApplication application = host(BrokenHost.class);
    assertThat(catchThrowable(() -> application.run().close())).isNotNull();
    assertThat(output).contains("Application run failed").contains("the mail server has no name");
  }

  @Test
  void keepsItsLoggersAndItsSystemProperties() {
    String port = System.setProperty("server.port", "none");
    try (ConfigurableApplicationContext context =
        host(Host.class).run("--logging.level.org.springframework.boot=debug")) {
      LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
      Map<String, String> levels = levels(logging);
      Properties before = (Properties) System.getProperties().clone();
      AdminServer second = AdminServer.start(opened.deployment(), AdminOptions.defaults());
      assertThat(levels(logging)).isEqualTo(levels);
      second.close();
      assertThat(levels(logging)).isEqualTo(levels);
      assertThat(levels).containsEntry("org.springframework.boot", "DEBUG");
      assertThat(System.getProperties()).isEqualTo(before);
      assertThat(context.getEnvironment().getProperty("server.port")).isEqualTo("none");
    } finally {
      System.clearProperty("server.port");
    }
    assertThat(port).isNull();
  }

  private static Map<String, String> levels(LoggingSystem logging) {
    Map<String, String> levels = new TreeMap<>();
    for (LoggerConfiguration logger : logging.getLoggerConfigurations()) {
      if (logger.getConfiguredLevel() != null) {
        levels.put(logger.getName(), logger.getConfiguredLevel().name());
      }
    }
    return levels;
  }

  @Test
  void doesNotLendItsPortsToTheServer() {
    System.setProperty("management.server.port", "1");
    System.setProperty("server.servlet.context-path", "/host");
    try (AdminServer server = AdminServer.start(opened.deployment(), AdminOptions.defaults())) {
      assertThat(new Http(server.port()).get("/actuator/health/liveness").status()).isEqualTo(200);
      assertThat(new Http(server.port()).get("/actuator/health/readiness").status()).isEqualTo(200);
    } finally {
      System.clearProperty("management.server.port");
      System.clearProperty("server.servlet.context-path");
    }
  }

  @Test
  void hasTwoServersSideBySide() {
    AdminOptions readOnly = AdminOptions.defaults().withReadOnly(true);
    try (AdminServer first = AdminServer.start(opened.deployment(), AdminOptions.defaults())) {
      Http http = new Http(first.port());
      try (AdminServer second = AdminServer.start(opened.deployment(), readOnly)) {
        assertThat(isReadOnly(new Http(second.port()))).isTrue();
        assertThat(isReadOnly(http)).isFalse();
      }
      assertThat(isReadOnly(http)).isFalse();
    }
  }

  private static boolean isReadOnly(Http http) {
    return http.get("/api/v1/overview").json().get("readOnly").asBoolean();
  }

  @Test
  void isNotTakenForHavingReportedWhatTheServerFailedWith() {
    AdminOptions open = AdminOptions.defaults().withAddress("0.0.0.0");
    Thread.UncaughtExceptionHandler handler = Thread.currentThread().getUncaughtExceptionHandler();
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> AdminServer.start(opened.deployment(), open));
    assertThat(Thread.currentThread().getUncaughtExceptionHandler()).isSameAs(handler);
  }
}
