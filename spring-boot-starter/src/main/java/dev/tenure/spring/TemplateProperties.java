package dev.tenure.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the transactions of {@link TenureTemplate}.
 *
 * @param timeLimit the longest time of a call with all its attempts, 100 ms to 1 d. With a longer
 *     limit, a call waits longer for a cluster that does not answer, and repeats more often a body
 *     that never fits into the five seconds of a transaction. Raise it where callers prefer to wait
 *     rather than to call again
 */
@ConfigurationProperties(TemplateProperties.PREFIX)
public record TemplateProperties(@DefaultValue("20s") Duration timeLimit) {
  public static final String PREFIX = "tenure.template";

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public TemplateProperties {
    Limits.check(
        PREFIX + ".time-limit",
        timeLimit,
        TenureTemplate.TIME_LIMIT_MIN,
        TenureTemplate.TIME_LIMIT_MAX);
  }
}
