package dev.tenure.bench.peers.dbscheduler;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.tenure.bench.peers.system.ConsumerObserver;
import dev.tenure.bench.peers.system.Payload;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.embeddedpostgresql.PostgresServer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One scheduler on its table. db-scheduler has no tenants, so they are part of the names of
 * instances.
 */
final class DbSchedulerFixture implements PeerFixture {
  static final Duration POLL = Duration.ofSeconds(1);

  private static final String TASK = "work";

  private final PostgresServer server;
  private final AtomicReference<@Nullable ConsumerObserver> consumer = new AtomicReference<>();
  private final Scheduler scheduler;

  DbSchedulerFixture(PostgresServer server, DataSource pool) {
    this.server = server;
    CustomTask<byte[]> task =
        Tasks.custom(TASK, byte[].class)
            .execute(
                (instance, context) -> {
                  ConsumerObserver seen = consumer.get();
                  if (seen == null) {
                    throw new IllegalStateException("an execution before the scheduler's start");
                  }
                  seen.started(Payload.number(instance.getData()));
                  return (complete, operations) -> {
                    operations.remove();
                    seen.completed();
                  };
                });
    this.scheduler =
        Scheduler.create(pool, task)
            .threads(DbSchedulerSystem.THREADS)
            .pollUsingLockAndFetch(DbSchedulerSystem.LOWER_LIMIT, DbSchedulerSystem.UPPER_LIMIT)
            .pollingInterval(POLL)
            .enableImmediateExecution()
            .serializer(new Bytes())
            .build();
  }

  @Override
  public void enqueue(int tenant, byte[] payload) {
    scheduler.schedule(instance(tenant, payload), Instant.now());
  }

  @Override
  public void enqueueAll(int tenant, List<byte[]> payloads) {
    enqueueAll(i -> tenant, payloads);
  }

  @Override
  public void enqueueSpread(List<byte[]> payloads) {
    enqueueAll(i -> i, payloads);
  }

  private void enqueueAll(IntUnaryOperator tenantOf, List<byte[]> payloads) {
    List<TaskInstance<?>> instances = new ArrayList<>(payloads.size());
    for (byte[] payload : payloads) {
      instances.add(instance(tenantOf.applyAsInt(instances.size()), payload));
    }
    scheduler.scheduleBatch(instances, Instant.now());
  }

  private static TaskInstance<byte[]> instance(int tenant, byte[] payload) {
    return new TaskInstance<>(TASK, tenant + "/" + Payload.number(payload), payload);
  }

  @Override
  public void settle() throws SQLException {
    server.execute("VACUUM ANALYZE scheduled_tasks", "CHECKPOINT");
  }

  @Override
  public void consume(ConsumerObserver seen) {
    consumer.set(seen);
    scheduler.start();
  }

  @Override
  public void close() {
    scheduler.stop();
  }

  /** Payloads are bytes already. */
  private static final class Bytes implements Serializer {
    @Override
    public byte[] serialize(Object data) {
      return (byte[]) data;
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] bytes) {
      return type.cast(bytes);
    }
  }
}
