package dev.tenure.spring.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spring.RecordProperties;
import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

/** A mistyped property ends the start, from whatever source it comes; others do not. */
final class UnknownPropertiesTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class))
          .withPropertyValues("tenure.clusters[0].name=a", "tenure.clusters[0].url=memory:a");

  private static void add(ConfigurableApplicationContext context, PropertySource<?> source) {
    context.getEnvironment().getPropertySources().addFirst(source);
  }

  private ApplicationContextRunner withVariable(String name, String value) {
    return withVariables(Map.of(name, value));
  }

  private ApplicationContextRunner withVariables(Map<String, Object> variables) {
    return runner.withInitializer(
        context ->
            add(context, new SystemEnvironmentPropertySource("x-systemEnvironment", variables)));
  }

  private static void refuses(ApplicationContextRunner run, String... told) {
    run.run(
        context ->
            assertThat(context)
                .getFailure()
                .isInstanceOf(TenureConfigurationException.class)
                .message()
                .contains(told));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tenure.admn.read-only=true | tenure.admn.read-only | tenure.admin.*",
        "tenure.consumer.workerz=3 | tenure.consumer.workerz | tenure.consumer.workers",
        "tenure.consumr.workers=3 | tenure.consumr.workers | tenure.consumer.workers",
        "tenure.cluster[1].url=memory:b | tenure.cluster[1].url | tenure.clusters[1].url",
        "tenure.clusters[1].urll=memory:b | tenure.clusters[1].urll | tenure.clusters[1].url",
        "tenure.clusters.url=memory:b | tenure.clusters.url | tenure.clusters.NAME.url",
        "tenure.clusters.West-1.urll=memory:b | tenure.clusters.West-1.urll |"
            + " tenure.clusters.West-1.url",
        "tenure.cluster.west.url=memory:b | tenure.cluster.west.url | tenure.clusters.west.url",
        "tenure.clusters.west.eu.url=memory:b | west.eu.url | tenure.clusters.west.url",
        "tenure.clusters[west.eu].urll=memory:b | [west.eu].urll | tenure.clusters.west_eu.url",
        "tenure.template.time-limits=1s | tenure.template.time-limits | tenure.template.time-limit",
        "tenure.record.slow-transactoin=1s | slow-transactoin | tenure.record.slow-transaction",
        "tenure.sampling.intervall=1s | tenure.sampling.intervall | tenure.sampling.interval",
        "tenure.consumer=3 | tenure.consumer, from | tenure.consumer.id",
        "tenure.workers=3 | tenure.workers | tenure.consumer.workers",
        "Tenure.Consumer.Worker_z=3 | Tenure.Consumer.Worker_z | tenure.consumer.workers",
        "tenur.consumer.workers=3 | tenur.consumer.workers | tenure.consumer.workers",
        "tenures.clusters.west.url=memory:b | tenures.clusters | tenure.clusters.west.url",
        "tenure.consumer.workers.most=3 | tenure.consumer.workers.most | tenure.consumer.workers",
      })
  void refusesAMistypedPropertyAndNamesTheNearest(String property, String named, String nearest) {
    refuses(runner.withPropertyValues(property), named, "from test", "the nearest is " + nearest);
  }

  @Test
  void namesTheFileAndTheLine() throws Exception {
    byte[] yaml =
        "tenure:\n  consumer:\n    workerz: 3\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    PropertySource<?> file =
        new YamlPropertySourceLoader().load("a", new ByteArrayResource(yaml, "my.yaml")).get(0);
    refuses(
        runner.withInitializer(context -> add(context, file)),
        "tenure.consumer.workerz, from ",
        "my.yaml",
        "3:14");
  }

  @Test
  void namesTheArgument() {
    refuses(
        runner.withInitializer(
            context ->
                add(context, new SimpleCommandLinePropertySource("--tenure.consumer.workerz=3"))),
        "tenure.consumer.workerz",
        "commandLineArgs");
  }

  @Test
  void refusesAMistypedSystemProperty() {
    refuses(runner.withSystemProperties("tenure.consumr.workers=3"), "from", "systemProperties");
  }

  @ParameterizedTest
  @CsvSource({
    "TENURE_CONSUMER_WORKERZ, tenure.consumer.workers (TENURE_CONSUMER_WORKERS)",
    "TENURE_CONSUMR_WORKERS, tenure.consumer.workers (TENURE_CONSUMER_WORKERS)",
    "TENURE_CLUSTER_1_URL, tenure.clusters[1].url (TENURE_CLUSTERS_1_URL)",
    "TENURE_CLUSTERS_1_MININACTIV, tenure.clusters[1].min-inactive (TENURE_CLUSTERS_1_MININACTIVE)",
    "TENURE_CLUSTERS_WEST_MININACTIV, tenure.clusters.west.min-inactive"
        + " (TENURE_CLUSTERS_WEST_MININACTIVE)",
    "TENURE_SAMPLE_INTERVAL, tenure.sampling.interval (TENURE_SAMPLING_INTERVAL)",
    "tenure_consumer_workerz, tenure.consumer.workers (TENURE_CONSUMER_WORKERS)",
  })
  void refusesAMistypedEnvironmentVariable(String name, String nearest) {
    refuses(withVariable(name, "3"), name, "the nearest is " + nearest);
  }

  @ParameterizedTest
  @CsvSource({
    "TENURE_CLUSTERS_CLUSTERA_MININACTIVE, true",
    "TENURE_CLUSTERS_CLUSTER_A_MIN_INACTIVE, true",
    "TENURE_CLUSTERS_CLUSTERA_SHARDS, true",
    "TENURE_CLUSTERS_CLUSTER_A_SHARDS, true",
    "TENURE_CLUSTERS_0_SHARDS, true",
    "TENURE_CLUSTERS_CLUSTERA_MIN_INACTIVE, false",
    "TENURE_CLUSTERS_CLUSTER_A_MININACTIVE, false",
    "TENURE_CLUSTERS_CLUSTER_B_SHARDS, false",
  })
  void refusesAVariableThatMixesItsSpellings(String name, boolean accepted) {
    ApplicationContextRunner named =
        withVariable(name, name.endsWith("SHARDS") ? "2" : "3s")
            .withPropertyValues("tenure.clusters.cluster-a.url=memory:b");
    if (accepted) {
      named.run(context -> assertThat(context).hasNotFailed());
    } else {
      refuses(named, name, "is not a property of Tenure; the nearest is tenure.clusters.");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TENURE_SERVICE_HOST",
        "TENURE_PORT",
        "TENURE_PORT_8090_TCP_ADDR",
        "TENURE_ADMIN_SERVICE_PORT_HTTP",
        "TENURE_CONSUMER_PORT_8090_TCP",
        "TENURE_HOME",
        "TENURE_JAVA_OPTIONS",
        "TENURE_IMAGE_TAG",
        "TENURED_CONSUMER_WORKERZ",
        "tenure",
      })
  void leavesVariablesAloneThatAreNoProperties(String name) {
    withVariable(name, "3").run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void readsVariablesInBothSpellings() {
    withVariables(
            Map.of(
                "TENURE_CLUSTERS_0_MIN_INACTIVE", "31s",
                "TENURE_CLUSTERS_0_TRANSACTIONTIMEOUT", "12s",
                "TENURE_CLUSTERS_0_NAME", "b",
                "TENURE_CLUSTERS_0_URL", "memory:b"))
        .run(
            context ->
                assertThat(context.getBean(TenureProperties.class).clusters().toString())
                    .contains("PT31S", "PT12S", "memory:b"));
    withVariable("TENURE_RECORD_SLOW_TRANSACTION", "7s")
        .run(context -> assertThat(slow(context)).isEqualTo("PT7S"));
    withVariable("TENURE_RECORD_SLOWTRANSACTION", "7s")
        .run(context -> assertThat(slow(context)).isEqualTo("PT7S"));
  }

  private static String slow(ConfigurableApplicationContext context) {
    return context.getBean(RecordProperties.class).slowTransaction().toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenure.record.slowTransaction=7s",
        "tenure.record.slow_transaction=7s",
        "tenure.record.SLOW-TRANSACTION=7s",
        "Tenure.Record.slow-transaction=7s",
      })
  void readsEverySpellingOfAFile(String property) {
    runner.withPropertyValues(property).run(context -> assertThat(slow(context)).isEqualTo("PT7S"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenure.admin.read-only=true",
        "tenure.admin.allowed-hosts[0]=a",
        "tenure.consumer.enabled=false",
        "tenure.clusters.west.url=memory:w",
        "tenure.clusters[West.1].url=memory:w",
        "tenure.consumer=",
        "tenure=",
        "tenured.consumer.workerz=3",
        "app.tenure.consumer.workerz=3",
        "tenure-app.workerz=3",
      })
  void leavesAloneWhatIsLegal(String property) {
    runner.withPropertyValues(property).run(context -> assertThat(context).hasNotFailed());
  }

  /** Properties of an application below Tenure's prefix. */
  @ConfigurationProperties("tenure.mailer")
  record Mailer(String host, Map<String, String> headers) {}

  @EnableConfigurationProperties(Mailer.class)
  static class WithMailer {}

  @Test
  void knowsThePropertiesThatTheApplicationBinds() {
    ApplicationContextRunner own = runner.withUserConfiguration(WithMailer.class);
    own.withPropertyValues("tenure.mailer.host=a", "tenure.mailer.headers.x.y=b")
        .run(context -> assertThat(context).hasNotFailed());
    refuses(own.withPropertyValues("tenure.mailer.hosst=a"), "the nearest is tenure.mailer.host");
  }
}
