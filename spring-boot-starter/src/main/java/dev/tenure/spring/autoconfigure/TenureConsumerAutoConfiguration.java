package dev.tenure.spring.autoconfigure;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemErrorHandler;
import dev.tenure.consumer.ItemScope;
import dev.tenure.consumer.rollout.SchemaHandlers;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.trace.TracePropagation;
import dev.tenure.spring.ConsumerOptionsCustomizer;
import dev.tenure.spring.ConsumerProperties;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.SchemaProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.consumer.ConsumerLifecycle;
import dev.tenure.spring.consumer.HandlerBeans;
import dev.tenure.spring.consumer.ListenerChain;
import dev.tenure.spring.consumer.StopPhase;
import dev.tenure.spring.consumer.Workers;
import dev.tenure.spring.observe.ItemMdc;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.MDC;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;

/** Runs a consumer when the application has {@link HandlerRegistration} beans. */
@AutoConfiguration(after = TenureAutoConfiguration.class)
@ConditionalOnBean(HandlerRegistration.class)
@ConditionalOnBooleanProperty(name = "tenure.consumer.enabled", matchIfMissing = true)
public final class TenureConsumerAutoConfiguration {
  /** The name of an executor bean that runs blocking handlers. */
  public static final String WORKER_EXECUTOR = "tenureWorkerExecutor";

  private static final int ID_BYTES = 6;

  @Bean
  @ConditionalOnMissingBean
  static Handlers tenureHandlers(
      Map<String, HandlerRegistration<?>> registrations,
      HandlerBeans beans,
      Deployment deployment,
      SchemaProperties schemas) {
    return beans.handlers(
        registrations,
        handlers ->
            Boolean.FALSE.equals(schemas.rollOuts())
                ? handlers
                : SchemaHandlers.addTo(handlers, deployment));
  }

  @Bean
  @ConditionalOnMissingBean
  static ConsumerLifecycle tenureConsumerLifecycle(
      Deployment deployment,
      Handlers handlers,
      ConsumerProperties properties,
      TenureRuntime runtime,
      Workers workers,
      ConsumerLifecycle.Observers observers,
      ObjectProvider<ConsumerOptionsCustomizer> customizers) {
    ConsumerOptions options = properties.options(drawId(runtime));
    for (ConsumerOptionsCustomizer customizer : customizers.orderedStream().toList()) {
      options = customizer.customize(options);
    }
    return new ConsumerLifecycle(
        deployment,
        handlers,
        options,
        runtime,
        observers,
        new ConsumerLifecycle.Settings(
            properties.stopTimeout(),
            properties.keepAlive(),
            properties.autoStartup(),
            properties.paused(),
            workers));
  }

  @Bean
  static ConsumerLifecycle.Observers tenureConsumerObservers(
      TracePropagation traces,
      ObjectProvider<ConsumerListener> listeners,
      ObjectProvider<ItemScope> scope,
      ObjectProvider<ItemErrorHandler> errors) {
    return new ConsumerLifecycle.Observers(
        new ListenerChain(listeners.orderedStream().toList()),
        traces,
        scope.getIfAvailable(ItemScope::none),
        errors.getIfAvailable(ItemErrorHandler::none));
  }

  /**
   * The application's executor named {@value #WORKER_EXECUTOR}, or virtual threads if the
   * application uses them, or a pool.
   */
  @Bean
  @ConditionalOnMissingBean
  static Workers tenureWorkers(
      @Qualifier(WORKER_EXECUTOR) ObjectProvider<Executor> executor,
      ObjectProvider<TaskDecorator> decorators,
      Environment environment) {
    Executor own = executor.getIfAvailable();
    Workers workers =
        own != null
            ? Workers.of(own)
            : Threading.VIRTUAL.isActive(environment) ? Workers.virtual() : Workers.pooled();
    return workers.decorated(decorators.orderedStream().toList());
  }

  @Bean
  @ConditionalOnClass(MDC.class)
  @ConditionalOnMissingBean
  static ItemScope tenureItemScope() {
    return new ItemMdc();
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
