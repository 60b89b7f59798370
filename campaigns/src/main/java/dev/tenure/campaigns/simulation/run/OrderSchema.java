package dev.tenure.campaigns.simulation.run;

import static dev.tenure.record.key.Keys.field;

import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;

/**
 * The schema of tenants who place orders. An order is a record and an item with its number; the
 * effect of the item is a record, too.
 */
public final class OrderSchema {
  public static final String ORDER = "SimulatedOrder";
  public static final String EFFECT = "SimulatedEffect";

  /** The longest time that a handler takes, in milliseconds. */
  public static final int TAKES_MILLIS_MAX = 1_500;

  public static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .include(QueueSchema.part())
          .recordType(
              SimulatedEffect.getDefaultInstance(),
              type -> type.typeKey(1).primaryKey(field("number")))
          .recordType(
              SimulatedOrder.getDefaultInstance(),
              type -> type.typeKey(2).primaryKey(field("number")))
          .build();

  /** The type of an order's item, which is repeated until it succeeds. */
  public static final WorkType<String> TYPE =
      WorkType.of("order", PayloadCodecs.text())
          .withPolicy(
              WorkPolicy.defaults()
                  .withVanishedMax(0)
                  .withAttemptsMax(0)
                  .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(1)));

  private OrderSchema() {}
}
