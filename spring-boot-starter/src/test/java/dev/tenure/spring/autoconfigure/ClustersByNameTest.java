package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Clusters by name, and a list of them: a single property of either can be overridden. */
final class ClustersByNameTest {
  private static final String BY_NAME =
      """
      tenure:
        clusters:
          cluster-a:
            url: memory:one
            shards: 3
          West:
            url: memory:two
          "[eu.north]":
            url: memory:three
          south:
            name: south_1
            url: memory:four
      """;
  private static final String LIST =
      """
      tenure:
        clusters:
          - name: a
            url: memory:one
            shards: 3
          - name: b
            url: memory:two
      """;

  private static ApplicationContextRunner runner(String yaml, Map<String, Object> variables) {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class))
        .withInitializer(context -> addSources(context, yaml, variables));
  }

  private static void addSources(
      ConfigurableApplicationContext context, String yaml, Map<String, Object> variables) {
    var sources = context.getEnvironment().getPropertySources();
    try {
      sources.addLast(
          new YamlPropertySourceLoader()
              .load("file", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
              .get(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sources.addFirst(new SystemEnvironmentPropertySource("x-systemEnvironment", variables));
  }

  private static ClusterProperties cluster(ConfigurableApplicationContext context, String name) {
    ClusterProperties found = context.getBean(TenureProperties.class).clusters().get(name);
    assertThat(found).isNotNull();
    return found;
  }

  @Test
  void aKeyIsTheNameOfItsClusterUnlessANameIsGiven() {
    runner(BY_NAME, Map.of())
        .run(
            context -> {
              assertThat(context.getBean(Deployment.class).clusters())
                  .extracting(QueueCluster::name)
                  .containsExactly("cluster-a", "West", "eu.north", "south_1");
              assertThat(cluster(context, "cluster-a").shards()).isEqualTo(3);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "TENURE_CLUSTERS_CLUSTERA_MININACTIVE, cluster-a",
    "TENURE_CLUSTERS_CLUSTER_A_MIN_INACTIVE, cluster-a",
    "TENURE_CLUSTERS_WEST_MININACTIVE, West",
  })
  void aVariableOverridesOnePropertyOfANamedCluster(String variable, String name) {
    runner(BY_NAME, Map.of(variable, "7s"))
        .run(
            context -> {
              assertThat(cluster(context, name).minInactive()).isEqualTo(Duration.ofSeconds(7));
              assertThat(cluster(context, name).url()).startsWith("memory:");
              assertThat(context.getBean(TenureProperties.class).clusters()).hasSize(4);
            });
  }

  @Test
  void aVariableOverridesOnePropertyOfAListToo() {
    runner(LIST, Map.of("TENURE_CLUSTERS_0_MININACTIVE", "7s"))
        .run(
            context -> {
              assertThat(cluster(context, "a").minInactive()).isEqualTo(Duration.ofSeconds(7));
              assertThat(cluster(context, "a").shards()).isEqualTo(3);
              assertThat(cluster(context, "b").url()).isEqualTo("memory:two");
            });
  }

  @Test
  void anArgumentAddsACluster() {
    runner(BY_NAME, Map.of("TENURE_CLUSTERS_NORTH_URL", "memory:five"))
        .run(context -> assertThat(cluster(context, "north").url()).isEqualTo("memory:five"));
  }

  @Test
  void aListKeepsItsOrder() {
    runner(LIST, Map.of("TENURE_CLUSTERS_2_NAME", "c", "TENURE_CLUSTERS_2_URL", "memory:three"))
        .run(
            context ->
                assertThat(context.getBean(TenureProperties.class).clusters().keySet())
                    .containsExactly("a", "b", "c"));
  }
}
