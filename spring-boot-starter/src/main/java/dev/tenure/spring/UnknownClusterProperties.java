package dev.tenure.spring;

import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Refuses a mistyped property of a cluster, which would otherwise leave the default in force
 * without a word.
 */
final class UnknownClusterProperties {
  private static final Set<String> KNOWN =
      Set.of("name", "url", "shards", "mininactive", "leasing", "transactiontimeout");
  private static final ConfigurationPropertyName CLUSTERS =
      ConfigurationPropertyName.of(TenureProperties.CLUSTERS);
  private static final int DEPTH = CLUSTERS.getNumberOfElements();

  private UnknownClusterProperties() {}

  /**
   * @throws TenureConfigurationException naming the property and those that are known
   */
  static void refuse(Environment environment) {
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource listed) {
        listed.stream()
            .filter(UnknownClusterProperties::isUnknown)
            .findFirst()
            .ifPresent(
                name -> {
                  throw new TenureConfigurationException(
                      name
                          + " is not a property of a cluster; known are name, url, shards,"
                          + " min-inactive, leasing and transaction-timeout");
                });
      }
    }
  }

  private static boolean isUnknown(ConfigurationPropertyName name) {
    return CLUSTERS.isAncestorOf(name)
        && name.getNumberOfElements() > DEPTH + 1
        && (name.getNumberOfElements() > DEPTH + 2
            || !KNOWN.contains(name.getElement(DEPTH + 1, Form.UNIFORM)));
  }
}
