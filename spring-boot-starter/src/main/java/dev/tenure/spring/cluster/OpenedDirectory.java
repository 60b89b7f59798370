package dev.tenure.spring.cluster;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.directory.AdoptionProgress;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.Placement;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.spring.DirectoryProperties;
import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.log.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Makes the tenant directory of opened clusters from properties, and has it adopted. */
public final class OpenedDirectory {
  private static final Logger LOGGER = ApplicationLog.of(OpenedDirectory.class);

  private OpenedDirectory() {}

  /**
   * The directory on these clusters. Nothing is read.
   *
   * @throws TenureConfigurationException when a shard lies on no cluster of the deployment
   */
  public static TenantDirectory of(Deployment clusters, DirectoryProperties properties) {
    DirectoryOptions options =
        DirectoryOptions.on(properties.shards())
            .withKeys(properties.keys())
            .withPlacement(placement(properties.placement()))
            .withRoutesMax(properties.routesMax());
    try {
      return TenantDirectory.of(clusters, options, DirectoryShards.inRecordStores());
    } catch (IllegalArgumentException e) {
      throw new TenureConfigurationException(
          DirectoryProperties.PREFIX + ".shards: " + e.getMessage(), e);
    }
  }

  private static Placement placement(DirectoryProperties.Placing placing) {
    return switch (placing) {
      case RENDEZVOUS -> Placement.rendezvous();
      case FEWEST_TENANTS -> Placement.fewestTenants();
    };
  }

  /**
   * Begins the adoption, or goes on with one that was interrupted, in the background. An adoption
   * that has ended costs one read.
   */
  public static void adopt(TenantDirectory directory) {
    var unused =
        directory.adopt(progress -> {}).whenComplete((progress, error) -> tell(progress, error));
  }

  private static void tell(@Nullable AdoptionProgress progress, @Nullable Throwable error) {
    if (error != null) {
      LOGGER.log(
          Level.ERROR,
          "the tenant directory is not adopted; the next process with "
              + DirectoryProperties.PREFIX
              + " goes on: "
              + error.getMessage());
    } else if (progress != null) {
      LOGGER.log(Level.INFO, "the tenant directory has an entry for every tenant");
    }
  }
}
