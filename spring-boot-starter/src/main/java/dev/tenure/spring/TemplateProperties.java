package dev.tenure.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties by which {@link TenureTemplate} runs transactions.
 *
 * @param timeLimit the longest time of a call with all its attempts, 100 ms to 1 d. A longer limit
 *     waits longer for a cluster that does not answer, and for a body that takes longer than the
 *     five seconds of a transaction and is therefore repeated in vain. Raise it where callers would
 *     rather wait than ask again
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
