package dev.tenure.campaigns.simulation.schemas;

import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.campaigns.simulation.run.TenantsWorld;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.rollout.RollOutOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.Keys;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.util.Optional;

/** One run of schemas that are rolled out, and how a process connects. */
final class SchemaWorld extends TenantsWorld {
  static final String APPLICATION = "mail";

  private static final long TASKS_MAX = 4_000_000;
  private static final String INDEX = "index-";

  final SchemaPlan plan;

  SchemaWorld(SchemaPlan plan) {
    super(
        plan.seed(),
        TASKS_MAX,
        plan.delayMax(),
        plan.skewMax(),
        plan.clusters(),
        'Y',
        Duration.ZERO);
    this.plan = plan;
    for (int number = 0; number < plan.tenants(); number++) {
      tenants.add(tenant(number));
    }
  }

  /** Users are spread over the alphabet, so that new ones come before and behind others. */
  static TenantId tenant(int number) {
    return new TenantId(APPLICATION, (char) ('a' + number * 7 % 26) + "-" + number);
  }

  RollOutOptions pace() {
    return new RollOutOptions(plan.tenantsPerSecond(), plan.recordsPerSecond());
  }

  /** The next schema: with one more index of orders, or with one less. */
  static RecordMetaData next(Optional<RecordMetaData> stored, boolean adds) {
    RecordMetaData schema = stored.orElse(OrderSchema.META_DATA);
    Optional<Index> oldest =
        schema.indexes().stream().filter(each -> each.name().startsWith(INDEX)).findFirst();
    RecordMetaData.Builder next = schema.toBuilder();
    return adds || oldest.isEmpty()
        ? next.index(
                OrderSchema.ORDER,
                Index.value(INDEX + (schema.version() + 1), Keys.field("number")))
            .build()
        : next.removeIndex(oldest.get().name()).build();
  }
}
