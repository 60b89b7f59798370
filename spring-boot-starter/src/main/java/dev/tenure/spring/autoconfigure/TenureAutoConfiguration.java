package dev.tenure.spring.autoconfigure;

import dev.tenure.consumer.local.FanOutHandler;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.Placement;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.fanout.FanOut;
import dev.tenure.queue.trace.TracePropagation;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.QueryListener;
import dev.tenure.record.meter.RecordMeters;
import dev.tenure.record.meter.SlowQueryLog;
import dev.tenure.record.meter.SlowTransactionLog;
import dev.tenure.record.meter.TransactionListener;
import dev.tenure.spring.ConsumerProperties;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.DirectoryProperties;
import dev.tenure.spring.ExternalProperties;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.ItemFactory;
import dev.tenure.spring.MoveProperties;
import dev.tenure.spring.RecordProperties;
import dev.tenure.spring.SamplingProperties;
import dev.tenure.spring.SchemaProperties;
import dev.tenure.spring.TemplateProperties;
import dev.tenure.spring.TenantProperties;
import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.cluster.ClusterOpener;
import dev.tenure.spring.cluster.DatabaseOpener;
import dev.tenure.spring.cluster.OpenedClusters;
import dev.tenure.spring.cluster.OpenedDirectory;
import dev.tenure.spring.cluster.RecordObservers;
import dev.tenure.spring.consumer.HandlerBeans;
import dev.tenure.spring.log.ApplicationLog;
import dev.tenure.spring.observe.ClusterSampler;
import dev.tenure.spring.observe.ObservedTraces;
import dev.tenure.spring.observe.SlotWatch;
import dev.tenure.spring.properties.UnknownPropertiesCheck;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Opens the clusters under {@code tenure.clusters} and offers them as a {@link Deployment} and a
 * {@link TenureTemplate}. An application with its own {@code Deployment} bean keeps it. Stores are
 * opened with the application's {@link TenantSchemas} bean, or with the queue's own types when
 * there is none.
 */
@AutoConfiguration
@EnableConfigurationProperties({
  TenureProperties.class,
  SamplingProperties.class,
  RecordProperties.class,
  ExternalProperties.class,
  TemplateProperties.class,
  TenantProperties.class,
  DirectoryProperties.class,
  SchemaProperties.class,
  MoveProperties.class,
  ConsumerProperties.class
})
public final class TenureAutoConfiguration {

  /** Makes the start fail when a property of any source is mistyped. */
  @Bean
  static UnknownPropertiesCheck tenureUnknownPropertiesCheck(ConfigurableEnvironment environment) {
    return new UnknownPropertiesCheck(environment);
  }

  /** Finds handlers that never run, also in a process without a consumer. */
  @Bean
  static HandlerBeans tenureHandlerBeans(ConfigurableListableBeanFactory beans) {
    return new HandlerBeans(beans);
  }

  @Bean
  @ConditionalOnMissingBean
  static TenureRuntime tenureRuntime() {
    return TenureRuntime.start();
  }

  @Bean
  @ConditionalOnMissingBean
  static TenureTemplate tenureTemplate(
      Deployment deployment,
      TracePropagation traces,
      TemplateProperties properties,
      TenantProperties tenants,
      ObjectProvider<ItemFactory> items) {
    return new TenureTemplate(deployment, traces)
        .withTimeLimit(properties.timeLimit())
        .withItems(items.getIfUnique(ItemFactory::none))
        .withTenantCreation(tenants.create());
  }

  /**
   * Propagates traces by observations if the application has an observation registry, and otherwise
   * not at all.
   */
  @Bean
  @ConditionalOnMissingBean
  static TracePropagation tenureTracePropagation(ObjectProvider<ObservationRegistry> registry) {
    ObservationRegistry found = registry.getIfAvailable();
    return found == null ? TracePropagation.none() : new ObservedTraces(found);
  }

  @Bean(initMethod = "start")
  @ConditionalOnMissingBean
  static ClusterSampler tenureClusterSampler(
      Deployment deployment, TenureRuntime runtime, SamplingProperties properties) {
    return new ClusterSampler(deployment, runtime, properties);
  }

  /**
   * The watch, which checks the slots after each sample of a cluster, and when meters or health are
   * read.
   */
  @Bean
  @ConditionalOnMissingBean
  static SlotWatch tenureSlotWatch(
      ObjectProvider<ConsumerStatusSource> consumers,
      ClusterSampler sampler,
      TenureRuntime runtime) {
    SlotWatch slots = new SlotWatch(consumers.orderedStream().toList(), runtime.clock());
    sampler.whenLooked(cluster -> slots.stuck());
    return slots;
  }

  /**
   * Has a process without handlers carry out roll-outs of schemas, when the property asks for it.
   */
  @Bean
  @ConditionalOnBooleanProperty(SchemaProperties.ROLL_OUTS)
  static HandlerRegistration<NewItem> tenureFanOutRegistration(Deployment deployment) {
    return HandlerRegistration.of(FanOut.TYPE, new FanOutHandler(deployment));
  }

  /** The clusters in the properties. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(Deployment.class)
  static final class ConfiguredClusters {

    @Bean
    @ConditionalOnMissingBean
    static TenantSchemas tenureTenantSchemas() {
      return TenantSchemas.same(
          RecordMetaData.builder().version(1).include(QueueSchema.part()).build());
    }

    /**
     * The application's own meters and listeners, and the logs of slow transactions and queries.
     */
    @Bean
    @ConditionalOnMissingBean
    static RecordObservers tenureRecordObservers(
        RecordProperties properties,
        TenureRuntime runtime,
        ObjectProvider<RecordMeters> meters,
        ObjectProvider<TransactionListener> listeners,
        ObjectProvider<QueryListener> queryListeners) {
      List<TransactionListener> all = new ArrayList<>(listeners.orderedStream().toList());
      if (!properties.slowTransaction().isZero()) {
        all.add(
            new SlowTransactionLog(
                properties.slowTransaction(),
                runtime.clock(),
                ApplicationLog.of(SlowTransactionLog.class)));
      }
      List<QueryListener> queries = new ArrayList<>(queryListeners.orderedStream().toList());
      if (!properties.slowQuery().isZero()) {
        queries.add(
            new SlowQueryLog(
                properties.slowQuery(), runtime.clock(), ApplicationLog.of(SlowQueryLog.class)));
      }
      return new RecordObservers(meters.getIfAvailable(RecordMeters::none), all, queries);
    }

    @Bean
    static OpenedClusters tenureOpenedClusters(
        TenureProperties properties,
        TenureRuntime runtime,
        TenantSchemas schemas,
        RecordObservers observers,
        ExternalStores external,
        DatabaseOpener databases) {
      if (properties.clusters().isEmpty()) {
        throw new TenureConfigurationException(
            "tenure.clusters is empty; name at least one cluster, for example"
                + " tenure.clusters.main.url=memory:main");
      }
      return OpenedClusters.open(properties, runtime, schemas, observers, external, databases);
    }

    /** The application's beans of external stores, by their names. */
    @Bean
    @ConditionalOnMissingBean
    static ExternalStores tenureExternalStores(
        ExternalProperties properties, Map<String, ExternalStore> stores) {
      return properties.stores(stores);
    }

    @Bean
    @ConditionalOnMissingBean
    static DatabaseOpener tenureDatabaseOpener() {
      return ClusterOpener::open;
    }

    /**
     * The deployment. The start fails when the clusters have stored another list, or another
     * directory.
     */
    @Bean
    static Deployment tenureDeployment(
        OpenedClusters opened,
        DirectoryProperties properties,
        ObjectProvider<TenantDirectory> directory) {
      TenantDirectory found = directory.getIfAvailable();
      Deployment agreed =
          found == null
              ? opened.agreedDeployment()
              : new OpenedDirectory(found, opened).agreedDeployment(properties.adopt());
      opened.bringSchemas(agreed);
      return agreed;
    }

    /** The tenant directory, with the application's own placement and shards if it has them. */
    @Bean
    @ConditionalOnMissingBean
    @Conditional(OnDirectory.class)
    static TenantDirectory tenureTenantDirectory(
        OpenedClusters opened,
        DirectoryProperties properties,
        ObjectProvider<Placement> placement,
        ObjectProvider<DirectoryShards> shards) {
      properties.requireClusters(
          opened.deployment().clusters().stream()
              .map(QueueCluster::name)
              .collect(Collectors.toSet()));
      DirectoryOptions options = properties.options();
      try {
        return TenantDirectory.of(
            opened.deployment(),
            options.withPlacement(placement.getIfUnique(options::placement)),
            shards.getIfUnique(() -> DirectoryShards.inRecordStores(properties.shardOptions())));
      } catch (IllegalArgumentException e) {
        throw new TenureConfigurationException(
            DirectoryProperties.SHARDS + ": " + e.getMessage(), e);
      }
    }
  }
}
