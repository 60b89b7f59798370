package dev.tenure.spring;

import dev.tenure.queue.QueueLimits;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The tenant directory of the deployment (docs/tenants.md); none unless {@code shards} is set. All
 * processes have the same shards and kinds of keys.
 *
 * @param shards the names of the clusters that carry the directory's shards. They are stored with
 *     the list of clusters and never change
 * @param keys the kinds of alternate keys, such as {@code email}
 * @param placement the way in which the cluster of a new tenant is chosen
 * @param routesMax the most tenants whose clusters this process remembers, 1 to 10,000,000. One
 *     costs about 200 bytes; a tenant that was forgotten costs one read of the directory
 * @param adopt whether this process makes the deployment adopt the directory. Set it once, in one
 *     process, after all processes know the directory; until then a process with a directory does
 *     not start on clusters whose list has none
 */
@ConfigurationProperties(DirectoryProperties.PREFIX)
public record DirectoryProperties(
    @DefaultValue List<String> shards,
    @DefaultValue List<String> keys,
    @DefaultValue("rendezvous") Placing placement,
    @DefaultValue("100000") int routesMax,
    @DefaultValue("false") boolean adopt) {
  public static final String PREFIX = "tenure.directory";

  private static final int ROUTES_MAX = 10_000_000;

  /** The ways in which the cluster of a new tenant is chosen. */
  public enum Placing {
    /** By hashing, as without a directory. */
    RENDEZVOUS,
    /** The cluster with the fewest tenants, which each creation counts on all clusters. */
    FEWEST_TENANTS
  }

  public DirectoryProperties {
    shards = List.copyOf(shards);
    keys = List.copyOf(keys);
    shards.forEach(
        each -> Limits.checkName(PREFIX + ".shards", each, QueueLimits.APPLICATION_BYTES_MAX));
    keys.forEach(
        each -> Limits.checkName(PREFIX + ".keys", each, QueueLimits.APPLICATION_BYTES_MAX));
    Limits.check(PREFIX + ".routes-max", routesMax, 1, ROUTES_MAX);
  }
}
