package dev.tenure.spring;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.Handlers;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.trace.TracePropagation;
import java.util.HexFormat;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Consumes when the application has {@link HandlerRegistration} beans. */
@AutoConfiguration(after = TenureAutoConfiguration.class)
@ConditionalOnBean(HandlerRegistration.class)
@ConditionalOnBooleanProperty(name = "tenure.consumer.enabled", matchIfMissing = true)
public final class TenureConsumerAutoConfiguration {
  private static final int ID_BYTES = 6;

  @Bean
  @ConditionalOnMissingBean
  static Handlers tenureHandlers(
      Map<String, HandlerRegistration<?>> registrations, HandlerBeans beans) {
    return beans.handlers(registrations);
  }

  @Bean
  @ConditionalOnMissingBean
  static ConsumerLifecycle tenureConsumerLifecycle(
      Deployment deployment,
      Handlers handlers,
      ConsumerProperties properties,
      TenureRuntime runtime,
      TracePropagation traces,
      ObjectProvider<ConsumerListener> listeners) {
    return new ConsumerLifecycle(
        deployment,
        handlers,
        properties.options(drawId(runtime)),
        runtime,
        new ConsumerLifecycle.Observers(
            new ListenerChain(listeners.orderedStream().toList()), traces),
        new ConsumerLifecycle.Settings(
            properties.autoStartup(), properties.stopTimeout(), properties.keepAlive()));
  }

  @Bean
  static StopPhase tenureStopPhase(
      ConsumerLifecycle consumer, ConsumerProperties properties, Environment environment) {
    return new StopPhase(consumer.getPhase(), properties.stopTimeout(), environment);
  }

  private static String drawId(TenureRuntime runtime) {
    byte[] bytes = new byte[ID_BYTES];
    runtime.secrets().nextBytes(bytes);
    return "consumer-" + HexFormat.of().formatHex(bytes);
  }
}
