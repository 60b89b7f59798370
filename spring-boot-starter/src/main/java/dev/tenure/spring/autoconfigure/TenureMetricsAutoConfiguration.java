package dev.tenure.spring.autoconfigure;

import dev.tenure.consumer.Handlers;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.record.meter.RecordMeters;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.consumer.ConsumerLifecycle;
import dev.tenure.spring.observe.ClusterMeters;
import dev.tenure.spring.observe.ClusterSampler;
import dev.tenure.spring.observe.ConsumerMeters;
import dev.tenure.spring.observe.DepthMeters;
import dev.tenure.spring.observe.LoadMeters;
import dev.tenure.spring.observe.PromiseMeters;
import dev.tenure.spring.observe.QueryMeters;
import dev.tenure.spring.observe.SlotWatch;
import dev.tenure.spring.observe.TransactionMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Meters of clusters and of this process's consumer, when there is a meter registry. */
@AutoConfiguration(
    after = TenureConsumerAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure"
            + ".CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, ClusterSampler.class})
public final class TenureMetricsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(RecordMeters.class)
  static TransactionMeters tenureTransactionMeters(MeterRegistry registry) {
    return new TransactionMeters(registry);
  }

  @Bean
  @ConditionalOnMissingBean
  static QueryMeters tenureQueryMeters(MeterRegistry registry) {
    return new QueryMeters(registry);
  }

  @Bean
  static ClusterMeters tenureClusterMeters(
      Deployment deployment, ClusterSampler sampler, TenureRuntime runtime) {
    return new ClusterMeters(deployment, sampler, runtime.clock());
  }

  @Bean
  static DepthMeters tenureDepthMeters(
      Deployment deployment, ClusterSampler sampler, TenureRuntime runtime) {
    return new DepthMeters(deployment, sampler, runtime.clock());
  }

  @Bean
  @ConditionalOnBean(ConsumerLifecycle.class)
  static ConsumerMeters tenureConsumerMeters(MeterRegistry registry, Handlers handlers) {
    return new ConsumerMeters(registry, handlers);
  }

  @Bean
  @ConditionalOnBean(ConsumerStatusSource.class)
  static LoadMeters tenureLoadMeters(List<ConsumerStatusSource> consumers) {
    return new LoadMeters(consumers);
  }

  @Bean
  @ConditionalOnBean(ConsumerStatusSource.class)
  static PromiseMeters tenurePromiseMeters(
      Deployment deployment, List<ConsumerStatusSource> consumers, SlotWatch slots) {
    return new PromiseMeters(deployment, consumers, slots);
  }
}
