package dev.tenure.spring;

import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalStores;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of zones in external stores. The stores are the application's beans of type {@link
 * ExternalStore}; the name of a bean is the name of its store.
 *
 * @param uniqueFor the time for which an item's effects on FoundationDB are not applied again, 0 to
 *     30d; 0 keeps no unique records
 * @param repairedEvery the time between two searches for items without a pointer, 1s to 1d
 * @param callTimeout the longest time of a call of a store, 100ms to 1m. It holds in stores that
 *     the application makes with it, such as a store in PostgreSQL
 */
@ConfigurationProperties(ExternalProperties.PREFIX)
public record ExternalProperties(
    @DefaultValue("1d") Duration uniqueFor,
    @DefaultValue("1m") Duration repairedEvery,
    @DefaultValue("4s") Duration callTimeout) {
  public static final String PREFIX = "tenure.external";

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public ExternalProperties {
    Limits.check(PREFIX + ".unique-for", uniqueFor, Duration.ZERO, Duration.ofDays(30));
    Limits.check(
        PREFIX + ".repaired-every", repairedEvery, Duration.ofSeconds(1), Duration.ofDays(1));
    Limits.check(
        PREFIX + ".call-timeout", callTimeout, Duration.ofMillis(100), Duration.ofMinutes(1));
  }

  /**
   * The stores with these properties.
   *
   * @throws TenureConfigurationException when a bean has a name that no store can have
   */
  public ExternalStores stores(Map<String, ExternalStore> beans) {
    try {
      return ExternalStores.of(beans).withUniqueFor(uniqueFor).withRepairedEvery(repairedEvery);
    } catch (IllegalArgumentException e) {
      throw new TenureConfigurationException("beans of type ExternalStore: " + e.getMessage(), e);
    }
  }
}
