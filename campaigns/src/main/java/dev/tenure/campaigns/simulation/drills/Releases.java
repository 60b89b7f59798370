package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.record.key.Keys.field;

import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Three releases of an application. Release n has version n of the metadata, reads payloads of the
 * type "drill" up to version n, and has the types "type-1" to "type-n". Release 0 is that of a
 * process which does not know the application.
 */
final class Releases {
  static final int NEWEST = 3;

  private static final String APPLICATION = Work.tenant(0).application();
  private static final String EFFECT = "SimulatedEffect";
  private static final List<RecordMetaData> METADATA = metadata();

  private Releases() {}

  private static List<RecordMetaData> metadata() {
    RecordMetaData first =
        RecordMetaData.builder()
            .version(1)
            .include(QueueSchema.part())
            .recordType(
                SimulatedEffect.getDefaultInstance(),
                type -> type.typeKey(1).primaryKey(field("number")))
            .build();
    RecordMetaData second =
        first.toBuilder().index(EFFECT, Index.value("effects-by-type", field("type"))).build();
    RecordMetaData third =
        second.toBuilder().index(EFFECT, Index.value("effects-by-times", field("times"))).build();
    return List.of(first, second, third);
  }

  static TenantSchemas schemas(int release) {
    return release == 0
        ? TenantSchemas.of(Map.of("another", METADATA.get(0)))
        : TenantSchemas.of(Map.of(APPLICATION, METADATA.get(release - 1)));
  }

  /** An item that this release and later ones can run: by its type, or by its payload's version. */
  static NewItem item(String id, int release, boolean byType) {
    WorkType<String> type = byType ? type(release) : payload(release);
    return NewItem.of(type, id).withId(id);
  }

  /** What a process of the release runs; each item is done at once. */
  static Handlers handlers(int release, Work work, Bench bench) {
    ItemHandler<String> handler =
        (id, context) -> {
          work.begin(id, bench.now());
          return CompletableFuture.completedFuture(Outcome.done());
        };
    Handlers.Builder handlers = Handlers.builder().on(payload(Math.max(1, release)), handler);
    for (int number = 1; number <= release; number++) {
      handlers.on(type(number), handler);
    }
    return handlers.build();
  }

  private static WorkType<String> type(int release) {
    return WorkType.of("type-" + release, PayloadCodecs.text());
  }

  private static WorkType<String> payload(int version) {
    WorkType<String> type = Work.TYPE.withSchemaVersion(version);
    for (int older = 1; older < version; older++) {
      type = type.withUpgrader(older, payload -> payload);
    }
    return type;
  }
}
