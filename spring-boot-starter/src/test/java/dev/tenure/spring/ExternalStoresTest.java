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
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

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

  @Test
  void timesOutOfRangeAreRefused() {
    run.withPropertyValues("tenure.external.repaired-every=1ms")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("tenure.external.repaired-every"));
  }
}
