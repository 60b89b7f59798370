package dev.tenure.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the samples of clusters for meters, health and charts.
 *
 * @param interval the time from the end of one sample to the next, 100 ms to 10 min. A shorter
 *     interval costs more reads
 * @param kept the number of samples that are kept in memory for charts, 2 to 10,000
 * @param zones the most zones of each cluster whose items a sample counts by work type, 0 to 1,000.
 *     Each zone costs reads. Raise it when {@code tenure.depth.complete} stays 0
 * @param answerMax the time without an answer after which a cluster counts as unreachable, 100 ms
 *     to 10 min
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
