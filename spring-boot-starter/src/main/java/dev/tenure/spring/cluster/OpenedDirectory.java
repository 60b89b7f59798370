package dev.tenure.spring.cluster;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.directory.AdoptionProgress;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.spring.log.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** The tenant directory of opened clusters, at the start of a process. */
public final class OpenedDirectory {
  private final Logger logger = ApplicationLog.of(OpenedDirectory.class);
  private final TenantDirectory directory;
  private final OpenedClusters opened;

  public OpenedDirectory(TenantDirectory directory, OpenedClusters opened) {
    this.directory = directory;
    this.opened = opened;
  }

  /**
   * The deployment with the directory, as {@link OpenedClusters#agreedDeployment}. Once the stored
   * list names the directory, an adoption that has not ended continues in the background; one that
   * has ended costs one read. A failure is logged, and the next start continues the adoption.
   *
   * @param adopts whether a stored list without the directory is changed; if not, such a list makes
   *     the start fail. Clusters without a list get one with the directory in any case
   */
  public Deployment agreedDeployment(boolean adopts) {
    Deployment deployment = directory.deployment();
    opened.agree(
        deployment,
        () ->
            (adopts ? deployment.storeLayout() : deployment.agree())
                .thenAccept(list -> beginAdoption()));
    return deployment;
  }

  private void beginAdoption() {
    var unused = directory.adopt(progress -> {}).whenComplete(this::told);
  }

  private void told(@Nullable AdoptionProgress done, @Nullable Throwable error) {
    if (error != null) {
      logger.log(
          Level.WARNING,
          "the tenant directory is not filled yet; the next start continues to fill it: "
              + error.getMessage());
    } else {
      logger.log(Level.INFO, "every tenant has an entry in the tenant directory");
    }
  }
}
