package dev.tenure.campaigns.simulation.deployments;

import static dev.tenure.record.key.Keys.field;

import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.proto.SimulatedTally;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** The metadata of both applications in both versions. */
final class Schemas {
  static final String EFFECT = "SimulatedEffect";
  static final String ORDER = "SimulatedOrder";

  private static final Map<String, Versions> VERSIONS =
      Map.of("mail", Versions.of(mail()), "photos", Versions.of(photos()));

  /** The newer version reads stores of the older one and writes a header that the older refuses. */
  private record Versions(RecordMetaData older, RecordMetaData newer) {
    static Versions of(RecordMetaData.Builder first) {
      RecordMetaData older = first.build();
      return new Versions(
          older,
          older.toBuilder().index(EFFECT, Index.value("effects-by-type", field("type"))).build());
    }
  }

  private Schemas() {}

  private static RecordMetaData.Builder mail() {
    return RecordMetaData.builder()
        .version(Release.OLD)
        .include(QueueSchema.part())
        .recordType(
            SimulatedEffect.getDefaultInstance(),
            type -> type.typeKey(1).primaryKey(field("number")))
        .recordType(
            SimulatedOrder.getDefaultInstance(),
            type -> type.typeKey(2).primaryKey(field("number")))
        .index(ORDER, Index.value("orders-by-item", field("item")).unique());
  }

  private static RecordMetaData.Builder photos() {
    return mail()
        .recordType(
            SimulatedTally.getDefaultInstance(), type -> type.typeKey(3).primaryKey(field("key")));
  }

  /** The schemas that a process of that release has. */
  static TenantSchemas of(Release release) {
    Map<String, MetaDataSource> known = new TreeMap<>();
    for (String application : release.applications()) {
      Versions versions = versions(application);
      known.put(application, release.version() == Release.OLD ? versions.older : versions.newer);
    }
    return TenantSchemas.of(known);
  }

  /** The schemas for the checks, which read each store as it is, upgraded or not. */
  static TenantSchemas asStored() {
    return application -> new AsStored(versions(application));
  }

  private static Versions versions(String application) {
    Versions versions = VERSIONS.get(application);
    if (versions == null) {
      throw new IllegalArgumentException("no application of this world is named " + application);
    }
    return versions;
  }

  private record AsStored(Versions versions) implements MetaDataSource {
    @Override
    public RecordMetaData current() {
      return versions.older;
    }

    @Override
    public CompletableFuture<RecordMetaData> atLeast(RecordContext context, int version) {
      return version <= Release.OLD
          ? CompletableFuture.completedFuture(versions.older)
          : CompletableFuture.completedFuture(versions.newer);
    }
  }
}
