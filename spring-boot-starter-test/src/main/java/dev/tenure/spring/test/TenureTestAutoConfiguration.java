package dev.tenure.spring.test;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemErrorHandler;
import dev.tenure.consumer.ItemScope;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.trace.TracePropagation;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Replaces the runtime and the clusters of the application in a test's context. It is not listed
 * among the auto-configurations; {@link AutoConfigureTenureTest} imports it.
 */
@AutoConfiguration(before = TenureAutoConfiguration.class)
public final class TenureTestAutoConfiguration {

  @Bean
  static TestThreads tenureTestThreads() {
    return new TestThreads();
  }

  @Bean
  static TenureRuntime tenureTestRuntime(TestThreads threads) {
    return threads.runtime();
  }

  @Bean
  static MemoryCluster tenureMemoryCluster(
      TestThreads threads, TenureRuntime runtime, ObjectProvider<TenantSchemas> schemas) {
    return MemoryCluster.open(
        threads,
        runtime,
        schemas.getIfAvailable(
            () ->
                TenantSchemas.same(
                    RecordMetaData.builder().version(1).include(QueueSchema.part()).build())));
  }

  @Bean
  static Deployment tenureTestDeployment(MemoryCluster cluster) {
    return cluster.deployment();
  }

  @Bean
  static TenureTester tenureTester(
      TestThreads threads,
      TenureRuntime runtime,
      MemoryCluster cluster,
      ObjectProvider<Handlers> handlers,
      TracePropagation traces,
      ObjectProvider<ItemScope> scope,
      ObjectProvider<ItemErrorHandler> errors) {
    return new TenureTester(
        threads,
        cluster,
        new TestConsumer(threads, runtime, cluster, handlers, traces, scope, errors));
  }
}
