package dev.tenure.spring.annotation;

import dev.tenure.queue.WorkPolicy;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.log.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Gives all handlers the policies of {@code tenure.handlers}. Properties of a type without a
 * handler in this process are checked and cause only a warning, since processes that run other
 * types may share the file.
 */
final class HandlerPolicies implements BeanPostProcessor, SmartInitializingSingleton {
  /** Each back-off that a policy may have fits with it, whatever a handler elsewhere says. */
  private static final WorkPolicy ANY_BACKOFF =
      WorkPolicy.defaults().withBackoff(Duration.ofMillis(1), Duration.ofDays(30));

  private final Logger logger = ApplicationLog.of(HandlerPolicies.class);
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
    return registration.withPolicy(policy(registration.type().policy(), all, key));
  }

  private static WorkPolicy policy(WorkPolicy before, HandlersProperties all, String key) {
    HandlerSettings settings = Objects.requireNonNull(all.handlers().get(key));
    try {
      return settings.applyTo(
          before, option -> HandlersProperties.PREFIX + "." + key + "." + kebab(option));
    } catch (IllegalArgumentException e) {
      throw new TenureConfigurationException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void afterSingletonsInstantiated() {
    HandlersProperties all = properties.getObject();
    for (String key : all.keysBeside(types)) {
      var unused = policy(ANY_BACKOFF, all, key);
      if (!types.isEmpty()) {
        logger.log(
            Level.WARNING,
            "%s.%s has no effect here: this process handles %s"
                .formatted(HandlersProperties.PREFIX, key, types));
      }
    }
  }

  private static String kebab(String option) {
    return option.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
  }
}
