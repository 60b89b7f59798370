package dev.tenure.spring.annotation;

import dev.tenure.spring.TenureConfigurationException;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Makes the start fail when a bean has an annotated method that its declared type does not have,
 * since that method would never be called.
 */
final class UnseenHandlerMethods implements SmartInitializingSingleton {
  private final ConfigurableListableBeanFactory beans;

  UnseenHandlerMethods(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public void afterSingletonsInstantiated() {
    Set<String> seen = new HashSet<>();
    for (String name : beans.getBeanDefinitionNames()) {
      BeanDefinition definition = beans.getBeanDefinition(name);
      if (definition.getAttribute(HandlerMethodRegistrar.METHOD) instanceof Method method) {
        seen.add(key(definition.getAttribute(HandlerMethodRegistrar.BEAN) + " ", method));
      }
    }
    for (String name : beans.getBeanDefinitionNames()) {
      Object bean = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
      if (bean != null) {
        refuseUnseen(name, HandlerMethods.of(AopUtils.getTargetClass(bean)), seen);
      }
    }
  }

  private void refuseUnseen(String bean, Map<Method, WorkHandler> methods, Set<String> seen) {
    methods.forEach(
        (method, work) -> {
          if (!seen.contains(key(bean + " ", method))) {
            throw new TenureConfigurationException(
                "%s of bean %s has @WorkHandler(\"%s\"), but nothing would call it:"
                        .formatted(HandlerMethods.described(method), bean, work.value())
                    + " the type by which the bean is declared does not have the method",
                "Declare the bean by its class: as a component, or by a @Bean method that returns"
                    + " the class with the method and not an interface of it.",
                null);
          }
        });
  }

  private static String key(String bean, Method method) {
    return bean + method.getDeclaringClass().getName() + HandlerMethods.described(method);
  }
}
