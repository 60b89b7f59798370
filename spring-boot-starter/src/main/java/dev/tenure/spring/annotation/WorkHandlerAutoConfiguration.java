package dev.tenure.spring.annotation;

import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import dev.tenure.spring.payload.PayloadAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Makes handlers from {@link WorkHandler} methods, and applies the policies in properties. */
@AutoConfiguration(
    after = PayloadAutoConfiguration.class,
    before = TenureConsumerAutoConfiguration.class)
@EnableConfigurationProperties(HandlersProperties.class)
@Import(HandlerMethodRegistrar.class)
public final class WorkHandlerAutoConfiguration {

  @Bean
  static HandlerPolicies tenureHandlerPolicies(ObjectProvider<HandlersProperties> properties) {
    return new HandlerPolicies(properties);
  }

  @Bean
  static UnseenHandlerMethods tenureUnseenHandlerMethods(ConfigurableListableBeanFactory beans) {
    return new UnseenHandlerMethods(beans);
  }
}
