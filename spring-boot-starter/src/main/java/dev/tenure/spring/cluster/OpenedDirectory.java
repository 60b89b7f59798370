package dev.tenure.spring.cluster;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.directory.AdoptionProgress;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.spring.log.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
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
   * The deployment with the directory, as {@link OpenedClusters#agreedDeployment}. An adoption is
   * begun and goes on in the background; what it cannot do is logged, and done by the next start.
   *
   * @param adopts whether the deployment is to adopt the directory
   */
  public Deployment agreedDeployment(boolean adopts) {
    Deployment deployment = directory.deployment();
    opened.agree(
        deployment, () -> adopts ? adopt(deployment) : deployment.agree().thenAccept(list -> {}));
    return deployment;
  }

  private CompletableFuture<Void> adopt(Deployment deployment) {
    return deployment
        .storeLayout()
        .thenAccept(
            stored -> {
              var unused = directory.adopt(progress -> {}).whenComplete(this::told);
            });
  }

  private void told(@Nullable AdoptionProgress done, @Nullable Throwable error) {
    if (error != null) {
      logger.log(
          Level.WARNING,
          "the tenant directory is not filled, the next start goes on: " + error.getMessage());
    } else {
      logger.log(Level.INFO, "every tenant has an entry in the tenant directory");
    }
  }
}
