package dev.tenure.examples.clusters;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.ClusterList;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.DirectoryLayout;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.ClusterUnavailableException;
import dev.tenure.spring.cluster.OpenedClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;

/**
 * The list on the clusters that a configuration file names. They are opened without a comparison of
 * their lists, so that the file may name clusters that are to join.
 */
final class ListsOfFile implements ClusterLists {
  private final TenureRuntime runtime;
  private final OpenedClusters opened;

  private ListsOfFile(TenureRuntime runtime, OpenedClusters opened) {
    this.runtime = runtime;
    this.opened = opened;
  }

  /**
   * Opens the clusters.
   *
   * @param file of YAML, or of Java properties if its name ends with {@code .properties}
   * @throws IllegalArgumentException naming what is wrong with the file
   * @throws ClusterUnavailableException when a cluster cannot be opened
   */
  static ListsOfFile open(Path file) {
    TenureProperties properties = read(file);
    TenureRuntime runtime = TenureRuntime.start();
    try {
      return new ListsOfFile(
          runtime, OpenedClusters.open(properties, runtime, TenantSchemas.of(Map.of())));
    } catch (RuntimeException e) {
      runtime.close();
      throw e;
    }
  }

  private static TenureProperties read(Path file) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException("the configuration file " + file + " cannot be read");
    }
    PropertySourceLoader loader =
        file.toString().endsWith(".properties")
            ? new PropertiesPropertySourceLoader()
            : new YamlPropertySourceLoader();
    TenureProperties properties;
    try {
      StandardEnvironment environment = new StandardEnvironment();
      loader
          .load(file.toString(), new FileSystemResource(file))
          .forEach(environment.getPropertySources()::addLast);
      properties =
          Binder.get(environment)
              .bind(TenureProperties.PREFIX, TenureProperties.class)
              .orElseGet(() -> TenureProperties.of());
    } catch (BindException e) {
      throw new IllegalArgumentException(file + ": " + rootCause(e).getMessage(), e);
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
    }
    if (properties.clusters().isEmpty()) {
      throw new IllegalArgumentException(
          file + " names no clusters; expected is " + TenureProperties.CLUSTERS);
    }
    return properties;
  }

  private static Throwable rootCause(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  @Override
  public Listed read() {
    return stored()
        .map(
            list ->
                new Listed(
                    list.version(),
                    list.clusters(),
                    list.changedTo().map(ClusterList::clusters).orElse(List.of()),
                    list.directory().map(DirectoryLayout::shards).orElse(List.of())))
        .orElse(new Listed(0, List.of(), List.of(), List.of()));
  }

  private Optional<ClusterList> stored() {
    return ClusterList.toChange(await(opened.deployment().storedLists()).values());
  }

  /** A list with a tenant directory keeps it. */
  @Override
  public Listed change(long version, List<String> clusters) {
    Deployment deployment = opened.deployment();
    Deployment changing =
        stored().flatMap(ClusterList::directory).map(deployment::withLayout).orElse(deployment);
    var unused = await(changing.changeClusters(version, clusters));
    return read();
  }

  private static <T> T await(CompletableFuture<T> call) {
    try {
      return call.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        throw refused;
      }
      if (e.getCause() instanceof QueueException || e.getCause() instanceof RecordLayerException) {
        throw new ClusterUnavailableException(String.valueOf(e.getCause().getMessage()), e);
      }
      throw e;
    }
  }

  @Override
  public void close() {
    opened.close();
    runtime.close();
  }
}
