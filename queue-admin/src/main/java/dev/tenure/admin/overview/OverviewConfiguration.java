package dev.tenure.admin.overview;

import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.SamplingProperties;
import dev.tenure.spring.TenureRuntime;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps history while the server runs. */
@Configuration(proxyBeanMethods = false)
class OverviewConfiguration {

  @Bean(initMethod = "start")
  static WorkHistory workHistory(
      ObjectProvider<ConsumerStatusSource> sources,
      TenureRuntime runtime,
      SamplingProperties sampling) {
    return new WorkHistory(sources.orderedStream().toList(), runtime, sampling);
  }
}
