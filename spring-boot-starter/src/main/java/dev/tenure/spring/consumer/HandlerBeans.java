package dev.tenure.spring.consumer;

import dev.tenure.consumer.BlockingHandler;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureConfigurationException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The application's beans that run work. Two registrations of one type end the start with an error
 * that names both beans. A handler that no other bean uses is never called, since it has no type:
 * the log says so.
 */
public final class HandlerBeans implements SmartInitializingSingleton {
  private final Log logger = LogFactory.getLog(HandlerBeans.class);
  private final ConfigurableListableBeanFactory beans;

  public HandlerBeans(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  /**
   * @param registrations by the name of their bean
   * @throws TenureConfigurationException naming the beans whose type is the same
   */
  public Handlers handlers(Map<String, HandlerRegistration<?>> registrations) {
    Handlers.Builder handlers = Handlers.builder();
    Map<String, String> beanByType = new LinkedHashMap<>();
    registrations.forEach(
        (bean, registration) -> {
          String type = registration.type().name();
          String before = beanByType.put(type, bean);
          if (before != null) {
            throw new TenureConfigurationException(
                "work type \"%s\" has two handlers, it can have one: %s and %s"
                    .formatted(type, described(before), described(bean)),
                "Remove one of the beans, or give each a type of its own.",
                null);
          }
          registration.addTo(handlers);
        });
    return handlers.build();
  }

  @Override
  public void afterSingletonsInstantiated() {
    Stream.of(ItemHandler.class, BlockingHandler.class)
        .flatMap(type -> Stream.of(beans.getBeanNamesForType(type, true, false)))
        .filter(bean -> beans.getDependentBeans(bean).length == 0)
        .forEach(
            bean ->
                logger.warn(
                    "%s runs no items: it has no work type; make a bean of HandlerRegistration.of("
                            .formatted(described(bean))
                        + "TYPE, handler) with it"));
  }

  private String described(String bean) {
    @Nullable String place =
        beans.containsBeanDefinition(bean)
            ? beans.getMergedBeanDefinition(bean).getResourceDescription()
            : null;
    return "bean " + bean + (place == null ? "" : " (" + place + ")");
  }
}
