package dev.tenure.spring.consumer;

import dev.tenure.consumer.BlockingHandler;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.log.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Collects the handlers of the application. Two registrations of one type make the start fail with
 * an error that names both beans. A handler bean without a registration is never called, since it
 * has no type; the log warns of it.
 */
public final class HandlerBeans implements SmartInitializingSingleton {
  private final Logger logger = ApplicationLog.of(HandlerBeans.class);
  private final ConfigurableListableBeanFactory beans;

  public HandlerBeans(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  /**
   * @param registrations the registrations by the names of their beans
   * @param own adds handlers of the starter
   * @throws TenureConfigurationException naming the beans whose type is the same
   */
  public Handlers handlers(
      Map<String, HandlerRegistration<?>> registrations, UnaryOperator<Handlers.Builder> own) {
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
    return own.apply(handlers).build();
  }

  @Override
  public void afterSingletonsInstantiated() {
    Stream.of(ItemHandler.class, BlockingHandler.class)
        .flatMap(type -> Stream.of(beans.getBeanNamesForType(type, true, false)))
        .filter(bean -> beans.getDependentBeans(bean).length == 0)
        .forEach(
            bean ->
                logger.log(
                    Level.WARNING,
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
