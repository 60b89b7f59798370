package dev.tenure.spring.annotation;

import dev.tenure.queue.WorkPolicy;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureConfigurationException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Gives handlers, of annotated methods and others, the policies of {@code tenure.handlers}.
 * Properties of a type that this process does not handle are warned of: processes that run other
 * types may share the file.
 */
final class HandlerPolicies implements BeanPostProcessor, SmartInitializingSingleton {
  private final Log logger = LogFactory.getLog(HandlerPolicies.class);
  private final Set<String> types = new ConcurrentSkipListSet<>();
  private final ObjectProvider<HandlersProperties> properties;

  HandlerPolicies(ObjectProvider<HandlersProperties> properties) {
    this.properties = properties;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (!(bean instanceof HandlerRegistration<?> registration)) {
      return bean;
    }
    String type = registration.type().name();
    types.add(type);
    HandlersProperties all = properties.getObject();
    return all.keyOf(type).<Object>map(key -> changed(registration, all, key)).orElse(bean);
  }

  private static HandlerRegistration<?> changed(
      HandlerRegistration<?> registration, HandlersProperties all, String key) {
    HandlerSettings settings = Objects.requireNonNull(all.handlers().get(key));
    try {
      WorkPolicy policy =
          settings.applyTo(
              registration.type().policy(),
              option -> HandlersProperties.PREFIX + "." + key + "." + kebab(option));
      return registration.withPolicy(policy);
    } catch (IllegalArgumentException e) {
      throw new TenureConfigurationException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void afterSingletonsInstantiated() {
    if (types.isEmpty()) {
      return;
    }
    for (String key : properties.getObject().keysBeside(types)) {
      logger.warn(
          "%s.%s has no effect here: this process handles %s"
              .formatted(HandlersProperties.PREFIX, key, types));
    }
  }

  private static String kebab(String option) {
    return option.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
  }
}
