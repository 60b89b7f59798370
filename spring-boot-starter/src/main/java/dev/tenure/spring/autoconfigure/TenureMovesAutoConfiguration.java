package dev.tenure.spring.autoconfigure;

import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.spring.MoveProperties;
import dev.tenure.spring.cluster.MoveLifecycle;
import dev.tenure.spring.observe.MoveMeters;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Moves tenants between clusters, where there is a tenant directory. */
@AutoConfiguration(
    after = TenureAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure"
            + ".CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(TenantDirectory.class)
@ConditionalOnBooleanProperty(name = "tenure.moves.enabled", matchIfMissing = true)
public final class TenureMovesAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  static MoveLifecycle tenureMoveLifecycle(TenantDirectory directory, MoveProperties properties) {
    return new MoveLifecycle(directory, properties.options(), properties.stopTimeout());
  }

  /** The meters, when there is a registry. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(MeterRegistry.class)
  static final class Meters {
    @Bean
    static MoveMeters tenureMoveMeters(MoveLifecycle moves) {
      return new MoveMeters(moves::status);
    }
  }
}
