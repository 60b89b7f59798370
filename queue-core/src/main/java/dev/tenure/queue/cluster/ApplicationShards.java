package dev.tenure.queue.cluster;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.proto.ClusterSettings;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.store.RecordStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The shards of one cluster that are reserved for applications (docs/applications.md). A shard
 * stays reserved for its application, even while the application uses the common shards.
 * Thread-safe.
 */
public final class ApplicationShards {
  private static final byte FORMAT = 1;
  private static final int APPLICATIONS_MAX = 1_000;

  private final QueueCluster cluster;
  private final Subspace space;

  ApplicationShards(QueueCluster cluster) {
    this.cluster = cluster;
    this.space = cluster.keys().applicationShards();
  }

  /**
   * One application's shards.
   *
   * @param all the shards that are reserved for it
   * @param used the number of these shards, from the first, into which its new pointers go
   */
  private record Reserved(List<Integer> all, int used) {
    List<Integer> inUse() {
      return all.subList(0, used);
    }
  }

  /**
   * For each application with reserved shards in use, the shards into which its new pointers go.
   */
  public CompletableFuture<Map<String, List<Integer>>> read() {
    return cluster.read(this::read);
  }

  CompletableFuture<Map<String, List<Integer>>> read(RecordContext context) {
    return reserved(context, true).thenApply(ApplicationShards::inUse);
  }

  private static Map<String, List<Integer>> inUse(Map<String, Reserved> reserved) {
    Map<String, List<Integer>> used = new TreeMap<>();
    reserved.forEach(
        (application, each) -> {
          if (each.used() > 0) {
            used.put(application, each.inUse());
          }
        });
    return used;
  }

  private CompletableFuture<Map<String, Reserved>> reserved(
      RecordContext context, boolean snapshot) {
    return context
        .reader(snapshot)
        .getRange(space.range(), APPLICATIONS_MAX)
        .asList()
        .thenApply(
            rows -> {
              Map<String, Reserved> found = new TreeMap<>();
              rows.forEach(
                  row ->
                      found.put(space.unpack(row.getKey()).getString(0), decode(row.getValue())));
              return found;
            });
  }

  /**
   * Sets the number of reserved shards that an application uses from now on. With zero, its new
   * pointers go into the common shards. Present pointers stay where they are. Every consumer scans
   * every shard, so the change does not depend on which processes have read it.
   *
   * @param shards from zero to the number that the cluster can still have
   * @return the shards that the application uses
   * @throws IllegalArgumentException when the cluster would have more than 256 shards
   */
  public CompletableFuture<List<Integer>> assign(String application, int shards) {
    QueueLimits.checkName("application", application, QueueLimits.APPLICATION_BYTES_MAX);
    QueueLimits.checkBetween("shards of " + application, shards, 0, QueueLimits.SHARDS_MAX);
    return cluster
        .database()
        .run(
            RunOptions.defaults().withName("assign-shards").withIdempotent(true),
            context ->
                cluster
                    .space()
                    .openClusterStore(context)
                    .thenCompose(store -> assign(store, application, shards)));
  }

  private CompletableFuture<List<Integer>> assign(RecordStore store, String application, int used) {
    return reserved(store.context(), false)
        .thenCombine(
            ClusterSchema.settings(store),
            (reserved, settings) -> {
              Reserved before = reserved.getOrDefault(application, new Reserved(List.of(), 0));
              List<Integer> all = new ArrayList<>(before.all());
              int next = Math.max(settings.getShards(), cluster.options().shards());
              while (all.size() < used) {
                all.add(next++);
              }
              QueueLimits.checkBetween(
                  "shards of cluster " + cluster.name(), next, 1, QueueLimits.SHARDS_MAX);
              Reserved after = new Reserved(List.copyOf(all), used);
              store.context().set(space.pack(Tuple.from(application)), encode(after));
              return new Change(after, settings, next);
            })
        .thenCompose(
            change ->
                store
                    .save(change.settings().toBuilder().setShards(change.total()).build())
                    .thenApply(saved -> change.after().inUse()));
  }

  private record Change(Reserved after, ClusterSettings settings, int total) {}

  private static byte[] encode(Reserved reserved) {
    ByteBuffer value = ByteBuffer.allocate(1 + Short.BYTES * (1 + reserved.all().size()));
    value.put(FORMAT).putShort((short) reserved.used());
    reserved.all().forEach(shard -> value.putShort((short) (int) shard));
    return value.array();
  }

  private static Reserved decode(byte[] value) {
    int count = (value.length - 1) / Short.BYTES - 1;
    if (value.length % Short.BYTES != 1 || count < 0 || value[0] != FORMAT) {
      throw unknown(value);
    }
    ByteBuffer rest = ByteBuffer.wrap(value, 1, value.length - 1);
    int used = rest.getShort() & 0xffff;
    Integer[] all = new Integer[count];
    Arrays.setAll(all, index -> rest.getShort() & 0xffff);
    if (used > count) {
      throw unknown(value);
    }
    return new Reserved(List.of(all), used);
  }

  private static QueueException unknown(byte[] value) {
    return new QueueException(
        QueueException.Code.FORMAT_UNKNOWN,
        "the shards of an application are "
            + HexFormat.of().formatHex(value)
            + ", expected format 1: the number in use, and at least as many shards");
  }
}
