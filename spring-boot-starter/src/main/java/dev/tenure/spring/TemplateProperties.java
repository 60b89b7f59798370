package dev.tenure.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties by which {@link TenureTemplate} runs transactions.
 *
 * @param timeLimit the longest time of a call with all its attempts, 100 ms to 1 d. With a longer
 *     limit, a call waits longer for a cluster that does not answer. It also repeats in vain, for
 *     longer, a body that takes more than the five seconds of a transaction. Raise it where callers
 *     prefer waiting to calling again
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
