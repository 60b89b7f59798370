package dev.tenure.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of logs of transactions and queries.
 *
 * @param slowTransaction a transaction that takes this long or longer is logged; 0 logs none, at
 *     most 1h
 * @param slowQuery a query that takes this long or longer is logged with its plan, without values;
 *     0 logs none, at most 1h
 */
@ConfigurationProperties(RecordProperties.PREFIX)
public record RecordProperties(
    @DefaultValue("1s") Duration slowTransaction, @DefaultValue("1s") Duration slowQuery) {
  public static final String PREFIX = "tenure.record";
  private static final Duration SLOW_MOST = Duration.ofHours(1);

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public RecordProperties {
    Limits.check(PREFIX + ".slow-transaction", slowTransaction, Duration.ZERO, SLOW_MOST);
    Limits.check(PREFIX + ".slow-query", slowQuery, Duration.ZERO, SLOW_MOST);
  }
}
