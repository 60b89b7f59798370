package dev.tenure.spring.autoconfigure;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import dev.tenure.spring.observe.ClusterHealth;
import dev.tenure.spring.observe.ClusterSampler;
import dev.tenure.spring.observe.PromiseChecks;
import dev.tenure.spring.observe.SlotWatch;
import dev.tenure.spring.observe.TenureHealthIndicator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Health, when the application reports it: {@code tenure} of clusters, consumer and promises, and
 * {@code tenureClusters} with a component for each cluster.
 */
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
      TenureRuntime runtime,
      ObjectProvider<OpenedClusters> opened) {
    List<ConsumerStatusSource> all = consumers.orderedStream().toList();
    return new TenureHealthIndicator(
        ClusterHealths.of(deployment, sampler, runtime, opened),
        all,
        new PromiseChecks(deployment, sampler, all, slots));
  }

  /**
   * The health of each cluster by its name, so that health groups can contain some of them. Spring
   * Boot allows no slash in the names.
   */
  @Bean
  @ConditionalOnMissingBean(name = "tenureClustersHealthContributor")
  static CompositeHealthContributor tenureClustersHealthContributor(
      Deployment deployment,
      ClusterSampler sampler,
      TenureRuntime runtime,
      ObjectProvider<OpenedClusters> opened) {
    Map<String, ClusterHealth> byName = new LinkedHashMap<>();
    for (ClusterHealth one : ClusterHealths.of(deployment, sampler, runtime, opened)) {
      byName.put(one.cluster().replace('/', '_'), one);
    }
    return CompositeHealthContributor.fromMap(byName);
  }
}
