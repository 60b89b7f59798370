package dev.tenure.spring;

import dev.tenure.consumer.ConsumerOptions;

/**
 * A bean that changes the options of this process's consumer after the properties, for what has no
 * property. All beans of the type are called in their order.
 */
@FunctionalInterface
public interface ConsumerOptionsCustomizer {

  /** The options to consume with. */
  ConsumerOptions customize(ConsumerOptions options);
}
