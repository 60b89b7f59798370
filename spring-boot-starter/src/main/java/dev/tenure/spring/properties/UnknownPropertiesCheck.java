package dev.tenure.spring.properties;

import dev.tenure.spring.ConsumerProperties;
import dev.tenure.spring.DirectoryProperties;
import dev.tenure.spring.ExternalProperties;
import dev.tenure.spring.MoveProperties;
import dev.tenure.spring.RecordProperties;
import dev.tenure.spring.SamplingProperties;
import dev.tenure.spring.TemplateProperties;
import dev.tenure.spring.TenantProperties;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Refuses unknown properties before any bean is made. Known are the properties of Tenure's own
 * classes, and of every other class of properties that the application binds below {@code tenure.}.
 * Properties of the admin server are allowed also in a process without it, so that processes of
 * different kinds may share a file.
 */
public final class UnknownPropertiesCheck implements BeanFactoryPostProcessor {
  private static final String ADMIN = TenureProperties.PREFIX + ".admin";

  private final ConfigurableEnvironment environment;

  public UnknownPropertiesCheck(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    KnownProperties known = new KnownProperties();
    known.add(TenureProperties.PREFIX, TenureProperties.class);
    known.add(TenureProperties.CLUSTERS + KnownProperties.INDEX, ClusterProperties.class);
    known.add(SamplingProperties.PREFIX, SamplingProperties.class);
    known.add(RecordProperties.PREFIX, RecordProperties.class);
    known.add(ExternalProperties.PREFIX, ExternalProperties.class);
    known.add(TemplateProperties.PREFIX, TemplateProperties.class);
    known.add(TenantProperties.PREFIX, TenantProperties.class);
    known.add(DirectoryProperties.PREFIX, DirectoryProperties.class);
    known.add(MoveProperties.PREFIX, MoveProperties.class);
    known.add(ConsumerProperties.PREFIX, ConsumerProperties.class);
    boolean admin = false;
    for (String bean : beans.getBeanDefinitionNames()) {
      ConfigurationProperties bound =
          beans.findAnnotationOnBean(bean, ConfigurationProperties.class, false);
      Class<?> type = beans.getType(bean, false);
      if (bound != null && type != null && isBelow(prefix(bound))) {
        known.add(prefix(bound), type);
        admin = admin || prefix(bound).equals(ADMIN);
      }
    }
    if (!admin) {
      known.addFree(ADMIN);
    }
    new UnknownProperties(known).refuse(environment);
  }

  private static boolean isBelow(String prefix) {
    return prefix.equals(TenureProperties.PREFIX)
        || prefix.startsWith(TenureProperties.PREFIX + ".");
  }

  private static String prefix(ConfigurationProperties bound) {
    return bound.prefix().isEmpty() ? bound.value() : bound.prefix();
  }
}
