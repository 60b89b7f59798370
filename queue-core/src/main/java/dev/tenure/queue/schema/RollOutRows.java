package dev.tenure.queue.schema;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.proto.RollOutOrder;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.queue.proto.StoredRollOut.Phase;
import dev.tenure.record.context.RecordContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The rows of roll-outs on one cluster, and the local items that carry them out. Immutable. */
public final class RollOutRows {
  /** The type of the local item that carries out a roll-out. It is retried until it succeeds. */
  public static final WorkType<RollOutOrder> TYPE =
      WorkType.of("tenure.schema-roll-out", PayloadCodecs.protobuf(RollOutOrder.parser()))
          .withPolicy(WorkPolicy.defaults().withAttemptsMax(0).withVanishedMax(0));

  /** The most applications with a stored schema that are listed. */
  public static final int APPLICATIONS_MAX = 5_000;

  private final SchemaKeys keys;

  public RollOutRows(SchemaKeys keys) {
    this.keys = keys;
  }

  /** The row of the application's roll-out; empty before the first publication. */
  public CompletableFuture<Optional<StoredRollOut>> find(
      RecordContext context, String application, boolean snapshot) {
    byte[] key = keys.rollOut(application);
    return context
        .get(key, snapshot)
        .thenApply(value -> Optional.ofNullable(value).map(bytes -> parse(key, bytes)));
  }

  private static StoredRollOut parse(byte[] key, byte[] value) {
    try {
      return StoredRollOut.parseFrom(value);
    } catch (InvalidProtocolBufferException e) {
      throw new QueueException(
          QueueException.Code.CORRUPT,
          "the row of a roll-out at "
              + ByteArrayUtil.printable(key)
              + " cannot be read: "
              + e.getMessage(),
          e);
    }
  }

  public void write(RecordContext context, String application, StoredRollOut row) {
    context.set(keys.rollOut(application), row.toByteArray());
  }

  /** The applications with a stored schema, in the order of their names. */
  public CompletableFuture<List<String>> applications(RecordContext context) {
    return context
        .reader(true)
        .getRange(keys.rollOuts().range(), APPLICATIONS_MAX)
        .asList()
        .thenApply(
            rows ->
                rows.stream()
                    .map(row -> keys.rollOuts().unpack(row.getKey()).getString(0))
                    .toList());
  }

  /** The local item that carries out the roll-out of the row. */
  public static NewItem item(String application, StoredRollOut row) {
    RollOutOrder order =
        RollOutOrder.newBuilder()
            .setApplication(application)
            .setVersion(row.getVersion())
            .setRun(row.getRun())
            .setTenantsPerSecond(row.getTenantsPerSecond())
            .setRecordsPerSecond(row.getRecordsPerSecond())
            .build();
    return NewItem.of(TYPE, order).withId(id(application, row.getVersion(), row.getRun()));
  }

  private static String id(String application, int version, int run) {
    return "schema/" + application + "/" + version + "/" + run;
  }

  /**
   * Notes that a store arrives from another cluster. When it has an older schema than this cluster,
   * or indexes that are left to build, it is marked, so that the roll-out visits it. The
   * transaction conflicts with a publication.
   *
   * @param version the version of the metadata with which the store was opened last
   * @param unreadable whether it has indexes that are not readable
   * @return the local item to enqueue, when no roll-out is under way that would visit the store
   */
  public CompletableFuture<Optional<NewItem>> arrive(
      RecordContext context, String application, String user, int version, boolean unreadable) {
    return find(context, application, false)
        .thenApply(
            found -> {
              if (found.isEmpty() || (found.get().getVersion() <= version && !unreadable)) {
                return Optional.empty();
              }
              new SchemaMarks(keys, application).set(context, user, SchemaMarks.ARRIVED);
              if (found.get().getPhase() != Phase.DONE) {
                return Optional.empty();
              }
              StoredRollOut again = nextRun(found.get()).setPhase(Phase.BUILDING).build();
              write(context, application, again);
              return Optional.of(item(application, again));
            });
  }

  /** The row with the next run, from the beginning of its phase. */
  public static StoredRollOut.Builder nextRun(StoredRollOut row) {
    return row.toBuilder()
        .setRun(row.getRun() + 1)
        .setPaused(false)
        .clearAfter()
        .clearEndedMillis();
  }
}
