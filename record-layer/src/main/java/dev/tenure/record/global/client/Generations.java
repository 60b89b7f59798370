package dev.tenure.record.global.client;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.protocol.Steps;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Gives each create a generation that no other create ever had. The id of the client is drawn from
 * a data shard at each start of a process, so that a copy of a machine does not repeat it. The
 * timestamps of one client only rise, whatever the clock does: {@code max(last + 1, now)} (Uniqorn,
 * section 2.2). A ceiling is stored before a timestamp below it is given out.
 */
public final class Generations {
  private static final PrimaryKey CLIENT_IDS = PrimaryKey.reserved("client-ids");
  private static final Generation OWN = new Generation(0, 0);

  private final DataShard shard;
  private final PrimaryKey ceilingKey;
  private final long client;
  private final InstantSource clock;
  private final Duration ceilingStep;
  private final Object lock = new Object();
  private long last;
  private volatile long ceiling;
  private CompletableFuture<Void> raised = CompletableFuture.completedFuture(null);

  private Generations(
      DataShard shard, long client, InstantSource clock, Duration step, long ceiling) {
    this.shard = shard;
    this.client = client;
    this.clock = clock;
    this.ceilingStep = step;
    this.ceiling = ceiling;
    this.ceilingKey = ceilingKey(client);
    this.last = ceiling - step.toMillis();
  }

  /**
   * Draws a new client id from a data shard, which must be the same for all clients.
   *
   * @return fails with CONFLICT when another client draws at the same time, and with SHARD_DOWN;
   *     the caller tries again
   */
  public static CompletableFuture<Generations> draw(
      DataShard shard, InstantSource clock, Duration ceilingStep) {
    return Steps.answered(
        shard
            .read(CLIENT_IDS)
            .thenCompose(
                read -> {
                  long id = read.map(each -> each.version().count()).orElse(0L) + 1;
                  return write(shard, read, reserved(CLIENT_IDS, id, 0))
                      .thenCompose(drawn -> start(shard, id, clock, ceilingStep));
                }));
  }

  private static CompletableFuture<Generations> start(
      DataShard shard, long id, InstantSource clock, Duration step) {
    long ceiling = clock.millis() + step.toMillis();
    return write(shard, Optional.empty(), reserved(ceilingKey(id), 1, ceiling))
        .thenApply(stored -> new Generations(shard, id, clock, step, ceiling));
  }

  private static PrimaryKey ceilingKey(long client) {
    return PrimaryKey.reserved("ceiling-" + client);
  }

  /** The id of this client. */
  public long client() {
    return client;
  }

  /**
   * The next generation.
   *
   * @return fails with SHARD_DOWN when the ceiling cannot be raised
   */
  public CompletableFuture<Generation> next() {
    synchronized (lock) {
      long timestamp = Math.max(last + 1, clock.millis());
      if (timestamp <= ceiling) {
        last = timestamp;
        return CompletableFuture.completedFuture(new Generation(timestamp, client));
      }
      if (raised.isDone()) {
        raised = raise(timestamp + ceilingStep.toMillis());
      }
      return raised.thenCompose(stored -> next());
    }
  }

  /** Reads the ceiling first, since an earlier write of it may have taken place unanswered. */
  private CompletableFuture<Void> raise(long to) {
    return Steps.answered(
        shard
            .read(ceilingKey)
            .thenCompose(
                read -> {
                  long count = read.map(each -> each.version().count()).orElse(0L) + 1;
                  DataRecord raisedTo = reserved(ceilingKey, count, to);
                  return write(shard, read, raisedTo).thenAccept(stored -> ceiling = to);
                }));
  }

  private static CompletableFuture<Void> write(
      DataShard shard, Optional<DataRecord> read, DataRecord record) {
    return shard
        .write(ConditionalWrite.put(read, record))
        .thenAccept(
            written -> {
              if (!written) {
                throw new GlobalIndexException(
                    Reason.CONFLICT, "another client has written " + record.key() + " meanwhile");
              }
            });
  }

  private static DataRecord reserved(PrimaryKey key, long count, long timestamp) {
    return new DataRecord(
        key,
        new Version(OWN, count),
        Set.of(),
        Set.of(),
        ByteString.copyFromUtf8(Long.toString(timestamp)));
  }
}
