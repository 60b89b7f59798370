package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.record.key.Keys.field;

import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The items of the drills, whose payloads are their ids, and the time when each began. */
final class Work {
  static final WorkType<String> TYPE = WorkType.of("drill", PayloadCodecs.text());
  static final String ZONE = "default";

  static final TenantSchemas SCHEMAS =
      TenantSchemas.same(
          RecordMetaData.builder()
              .version(1)
              .include(QueueSchema.part())
              .recordType(
                  SimulatedEffect.getDefaultInstance(),
                  type -> type.typeKey(1).primaryKey(field("number")))
              .build());

  private final Map<String, Instant> begun = new TreeMap<>();

  static TenantId tenant(int number) {
    return new TenantId("mail", "user-" + number);
  }

  static NewItem item(String id) {
    return NewItem.of(TYPE, id).withId(id);
  }

  boolean hasBegun(String id) {
    return begun.containsKey(id);
  }

  int begunCount() {
    return begun.size();
  }

  void begin(String id, Instant now) {
    begun.putIfAbsent(id, now);
  }

  /** Each item takes that long and is done. */
  Handlers taking(Bench bench, SimulatedProcess process, Duration duration) {
    return Handlers.builder()
        .on(
            TYPE,
            (id, context) -> {
              begin(id, bench.now());
              return after(process, duration).thenApply(over -> Outcome.done());
            })
        .build();
  }

  static CompletableFuture<Void> after(SimulatedProcess process, Duration duration) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    var unused =
        process
            .timer()
            .schedule(() -> over.complete(null), duration.toMillis(), TimeUnit.MILLISECONDS);
    return over;
  }
}
