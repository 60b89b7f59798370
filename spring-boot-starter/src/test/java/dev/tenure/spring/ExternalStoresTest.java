package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.testkit.external.MemoryExternalStore;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

final class ExternalStoresTest {
  private final ApplicationContextRunner run =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class))
          .withPropertyValues("tenure.clusters.main.url=memory:external-stores");

  private static ExternalStore store() {
    return MemoryExternalStore.leasingItems(InstantSource.system());
  }

  private static ExternalStores storesOf(Deployment deployment) {
    return deployment.clusters().get(0).options().externalStores();
  }

  @Test
  void clustersHaveTheStoresThatAreBeans() {
    run.withBean("orders", ExternalStore.class, ExternalStoresTest::store)
        .withPropertyValues("tenure.external.unique-for=2d", "tenure.external.repaired-every=5m")
        .run(
            context -> {
              ExternalStores stores = storesOf(context.getBean(Deployment.class));
              assertThat(stores.stores()).containsOnlyKeys("orders");
              assertThat(stores.uniqueFor()).isEqualTo(Duration.ofDays(2));
              assertThat(stores.repairedEvery()).isEqualTo(Duration.ofMinutes(5));
            });
  }

  @Test
  void clustersHaveNoStoresWithoutBeans() {
    run.run(context -> assertThat(storesOf(context.getBean(Deployment.class)).stores()).isEmpty());
  }

  @Test
  void nameThatNoStoreCanHaveIsRefused() {
    run.withBean("ordersStore", ExternalStore.class, ExternalStoresTest::store)
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("lower-case letters, digits and hyphens"));
  }

  @ParameterizedTest
  @CsvSource({
    "tenure.external.repaired-every=1ms, repaired-every is PT0.001S, must be PT1S to PT24H",
    "tenure.external.call-timeout=99ms, call-timeout is PT0.099S, must be PT0.1S to PT1M",
    "tenure.external.call-timeout=61s, call-timeout is PT1M1S, must be PT0.1S to PT1M",
  })
  void timesOutOfRangeAreRefused(String property, String value, String limit) {
    run.withPropertyValues(property)
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContainingAll("tenure.external." + value, limit));
  }

  @Test
  void storeIsMadeWithTheTimeLimitOfCalls() {
    run.withUserConfiguration(TimedStore.class)
        .withPropertyValues("tenure.external.call-timeout=900ms")
        .run(
            context ->
                assertThat(
                        storesOf(context.getBean(Deployment.class))
                            .require("orders")
                            .pointerLease())
                    .isEqualTo(Duration.ofMillis(900)));
    run.run(
        context ->
            assertThat(context.getBean(ExternalProperties.class).callTimeout())
                .isEqualTo(Duration.ofSeconds(4)));
  }

  /** An application whose store has a time that the properties set. */
  static class TimedStore {
    @Bean
    ExternalStore orders(ExternalProperties properties) {
      return MemoryExternalStore.leasingPointers(InstantSource.system(), properties.callTimeout());
    }
  }
}
