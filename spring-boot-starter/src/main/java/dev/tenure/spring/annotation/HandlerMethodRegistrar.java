package dev.tenure.spring.annotation;

import dev.tenure.spring.HandlerRegistration;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers a {@link HandlerRegistration} for each annotated method of the beans that the
 * application has declared. It runs before the consumer's auto-configuration, which depends on
 * whether a registration exists.
 */
final class HandlerMethodRegistrar implements ImportBeanDefinitionRegistrar {
  /** The attribute of the registered definitions that holds the method. */
  static final String METHOD = HandlerMethodRegistrar.class.getName() + ".method";

  /** The attribute of the registered definitions that holds the name of the method's bean. */
  static final String BEAN = HandlerMethodRegistrar.class.getName() + ".bean";

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
    for (String bean : registry.getBeanDefinitionNames()) {
      Class<?> type = ScopedProxyUtils.isScopedTarget(bean) ? null : type(beans, bean);
      if (type != null) {
        HandlerMethods.of(type)
            .forEach((method, work) -> register(registry, beans, bean, method, work));
      }
    }
  }

  /** A class that cannot be loaded fails elsewhere, with its own error. */
  private static @Nullable Class<?> type(ConfigurableListableBeanFactory beans, String bean) {
    try {
      BeanDefinition definition = beans.getBeanDefinition(bean);
      String target = ScopedProxyUtils.getTargetBeanName(bean);
      return definition.isAbstract()
          ? null
          : beans.getType(beans.containsBeanDefinition(target) ? target : bean, false);
    } catch (BeansException | LinkageError e) {
      return null;
    }
  }

  private static void register(
      BeanDefinitionRegistry registry,
      ConfigurableListableBeanFactory beans,
      String bean,
      Method method,
      WorkHandler work) {
    String name = "workHandler." + bean + "." + method.getName();
    String unique = name;
    for (int number = 2; registry.containsBeanDefinition(unique); number++) {
      unique = name + "#" + number;
    }
    RootBeanDefinition definition = new RootBeanDefinition(HandlerRegistration.class);
    definition.setInstanceSupplier(() -> HandlerMethod.register(beans, bean, method, work));
    definition.setResourceDescription(HandlerMethods.described(method));
    definition.setAttribute(METHOD, method);
    definition.setAttribute(BEAN, bean);
    registry.registerBeanDefinition(unique, definition);
    beans.registerDependentBean(bean, unique);
  }
}
