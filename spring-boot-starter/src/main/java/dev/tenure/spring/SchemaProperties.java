package dev.tenure.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties of schemas that are stored on the clusters.
 *
 * @param rollOuts whether this process carries out fan-outs and roll-outs of schemas. When not set,
 *     a process with handlers does; true makes a process without handlers run a consumer for them,
 *     such as an admin server on embedded clusters; false leaves them to other processes
 */
@ConfigurationProperties(SchemaProperties.PREFIX)
public record SchemaProperties(@Nullable Boolean rollOuts) {
  public static final String PREFIX = "tenure.schemas";

  /** The name of the property {@code rollOuts}. */
  public static final String ROLL_OUTS = PREFIX + ".roll-outs";
}
