package dev.tenure.spring.autoconfigure;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.observe.ClusterSampler;
import dev.tenure.spring.observe.PromiseChecks;
import dev.tenure.spring.observe.SlotWatch;
import dev.tenure.spring.observe.TenureHealthIndicator;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Health of clusters and consumer, when the application reports health. */
@AutoConfiguration(after = TenureConsumerAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(ClusterSampler.class)
@ConditionalOnEnabledHealthIndicator("tenure")
public final class TenureHealthAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "tenureHealthIndicator")
  static HealthIndicator tenureHealthIndicator(
      Deployment deployment,
      ClusterSampler sampler,
      ObjectProvider<ConsumerStatusSource> consumers,
      SlotWatch slots,
      TenureRuntime runtime) {
    List<ConsumerStatusSource> all = consumers.orderedStream().toList();
    return new TenureHealthIndicator(
        deployment,
        sampler,
        all,
        new PromiseChecks(deployment, sampler, all, slots),
        runtime.clock());
  }
}
