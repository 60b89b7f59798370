package dev.tenure.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the logs of slow transactions and queries.
 *
 * @param slowTransaction transactions that take this long or longer are logged, at most 1 h; 0 logs
 *     none
 * @param slowQuery queries that take this long or longer are logged with their plan, without
 *     values, at most 1 h; 0 logs none
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
