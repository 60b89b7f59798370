package dev.tenure.queue.rollout;

import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Brings the newest schemas to clusters that lack them. */
record MissingSchemas(List<QueueCluster> clusters) {

  /** The number of schemas that were brought to a cluster. */
  CompletableFuture<Integer> bring(Collection<String> applications) {
    List<Integer> brought = new ArrayList<>();
    return AsyncLoop.forEach(
            List.copyOf(applications), name -> bring(name).thenAccept(brought::add))
        .thenApply(done -> brought.stream().mapToInt(Integer::intValue).sum());
  }

  private CompletableFuture<Integer> bring(String application) {
    return AsyncLoop.all(
            clusters.stream().map(each -> SchemaRollOuts.row(each, application)).toList())
        .thenCompose(rows -> bring(application, rows));
  }

  private CompletableFuture<Integer> bring(String application, List<Optional<StoredRollOut>> rows) {
    int newest = 0;
    for (int number = 1; number < rows.size(); number++) {
      newest = version(rows.get(number)) > version(rows.get(newest)) ? number : newest;
    }
    StoredRollOut row = rows.get(newest).orElseThrow();
    List<QueueCluster> behind = new ArrayList<>();
    for (int number = 0; number < rows.size(); number++) {
      if (version(rows.get(number)) < row.getVersion()) {
        behind.add(clusters.get(number));
      }
    }
    return behind.isEmpty()
        ? CompletableFuture.completedFuture(0)
        : bring(application, clusters.get(newest), row, behind);
  }

  private static int version(Optional<StoredRollOut> row) {
    return row.map(StoredRollOut::getVersion).orElse(0);
  }

  private static CompletableFuture<Integer> bring(
      String application, QueueCluster from, StoredRollOut row, List<QueueCluster> behind) {
    RollOutOptions options =
        new RollOutOptions(row.getTenantsPerSecond(), row.getRecordsPerSecond());
    CompletableFuture<RecordMetaData> schema =
        from.read(
            context -> from.schemas().exactStore(application).load(context, row.getVersion()));
    return schema
        .thenCompose(
            found ->
                AsyncLoop.all(
                    behind.stream()
                        .map(each -> new Publication(each, application, options, false))
                        .map(publication -> publication.run(newest -> found))
                        .toList()))
        .thenApply(List::size);
  }
}
