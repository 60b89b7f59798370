package dev.tenure.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How often the clusters are looked at for meters, health and charts.
 *
 * @param interval from the end of one look to the next, 100 ms to 10 min
 * @param kept looks that are kept for charts, 2 to 10,000
 * @param zones how many zones of each cluster are looked into for depths by work type, 0 to 1,000;
 *     0 looks into none
 * @param answerMax a cluster that has not answered for this long is taken for unreachable
 */
@ConfigurationProperties(SamplingProperties.PREFIX)
public record SamplingProperties(
    @DefaultValue("2s") Duration interval,
    @DefaultValue("150") int kept,
    @DefaultValue("100") int zones,
    @DefaultValue("10s") Duration answerMax) {
  public static final String PREFIX = "tenure.sampling";

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public SamplingProperties {
    Limits.check(PREFIX + ".interval", interval, Duration.ofMillis(100), Duration.ofMinutes(10));
    Limits.check(PREFIX + ".kept", kept, 2, 10_000);
    Limits.check(PREFIX + ".zones", zones, 0, 1_000);
    Limits.check(PREFIX + ".answer-max", answerMax, Duration.ofMillis(100), Duration.ofMinutes(10));
  }
}
