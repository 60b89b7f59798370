package dev.tenure.spring.autoconfigure;

import dev.tenure.consumer.Handlers;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.actuate.TenureEndpoint;
import dev.tenure.spring.cluster.OpenedClusters;
import dev.tenure.spring.observe.ClusterSampler;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** {@code /actuator/tenure}, when the application exposes it. */
@AutoConfiguration(after = TenureConsumerAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class, HealthIndicator.class})
@ConditionalOnBean(ClusterSampler.class)
@ConditionalOnAvailableEndpoint(TenureEndpoint.class)
public final class TenureEndpointAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  static TenureEndpoint tenureEndpoint(
      Deployment deployment,
      ClusterSampler sampler,
      TenureRuntime runtime,
      ObjectProvider<OpenedClusters> opened,
      ObjectProvider<ConsumerStatusSource> consumers,
      ObjectProvider<Handlers> handlers) {
    return new TenureEndpoint(
        ClusterHealths.of(deployment, sampler, runtime, opened),
        consumers.orderedStream().toList(),
        Optional.ofNullable(handlers.getIfAvailable()));
  }
}
