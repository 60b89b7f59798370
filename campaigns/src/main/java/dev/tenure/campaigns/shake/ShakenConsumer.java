package dev.tenure.campaigns.shake;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.Deployment;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/** A consumer of the campaign's items. */
final class ShakenConsumer {
  private ShakenConsumer() {}

  /**
   * Starts a consumer.
   *
   * @param itemLease the time after which the items of a killed consumer run elsewhere
   * @param ended is told the id of each item that is done
   */
  static Consumer start(
      ShakenWork work,
      Deployment deployment,
      ScheduledExecutorService timer,
      String id,
      Duration itemLease,
      java.util.function.Consumer<String> ended) {
    Consumer consumer =
        Consumer.builder(
                deployment,
                work.handlers(timer),
                ConsumerOptions.defaults(id).withItemLease(itemLease))
            .listener(
                new ConsumerListener() {
                  @Override
                  public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
                    ended.accept(item.id());
                  }
                })
            .build();
    consumer.start();
    return consumer;
  }
}
