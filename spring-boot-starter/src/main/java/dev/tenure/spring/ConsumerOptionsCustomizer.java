package dev.tenure.spring;

import dev.tenure.consumer.ConsumerOptions;

/**
 * A bean that changes the options of this process's consumer after the properties were applied. Use
 * it for options without a property. All beans of this type are called, in their order.
 */
@FunctionalInterface
public interface ConsumerOptionsCustomizer {

  /** Returns the options to use. */
  ConsumerOptions customize(ConsumerOptions options);
}
