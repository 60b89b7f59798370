package dev.tenure.spring;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Selection;
import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties of this process's consumer, if it has handlers. The limits of the values are those
 * of {@link ConsumerOptions}.
 *
 * @param enabled whether this process runs a consumer
 * @param id the id of the consumer, unique among live consumers; random when it is not set. Set it
 *     to recognize the consumer in logs and on the admin page
 * @param managers the most visits to zones at a time, 1 to 1,000. More managers send more
 *     concurrent transactions. Raise it when all managers are busy and workers are idle
 * @param workers the most items that run at a time, 1 to 10,000. More workers take more threads and
 *     memory. Raise it when all workers are busy with handlers that wait
 * @param itemLease the duration of a lease, 100 ms to 12 h. With a longer lease, the items of a
 *     consumer that died wait longer; with a shorter one, leases are extended more often
 * @param dequeueMax the most items that one visit leases while other zones wait, 1 to 1,000. If the
 *     consumer starts more items than that in 5 ms, a visit leases as many as it starts, up to
 *     dequeue-max-alone. With a larger value, a tenant with many items delays others longer
 * @param dequeueMaxAlone the most items that any visit leases, dequeue-max to 1,000. While no other
 *     zone waits, each visit to a zone leases twice as many items as the visit before, up to this
 *     number
 * @param dequeueSizeMax the most bytes of payloads that one visit leases, at most 5 MB. A larger
 *     value takes more memory for items that wait for workers
 * @param peekMax the most pointers that one peek reads, 1 to 20,000. A larger value makes peeks of
 *     a large backlog longer
 * @param selectionMax the most pointers that a consumer selects from a peek at a time, 1 to 20,000
 * @param selectionFraction the part of the pointers of a peek that a consumer selects at a time,
 *     above 0 and at most 1; ignored if target-collision-rate is set. A larger fraction finds work
 *     sooner, and collides more with other consumers
 * @param targetCollisionRate the share of visits that may collide, above 0 and at most 1. The
 *     consumer then adjusts the fraction: it halves the fraction after 50 visits with more
 *     collisions, and raises it after fewer. If it is not set, the fraction stays the same
 * @param pollInterval the time after which an idle consumer peeks although no signal has woken it,
 *     10 ms to 1 h. A shorter interval costs more reads while there is no work
 * @param heartbeat the time between two heartbeats, 100 ms to 10 s. A consumer counts as dead after
 *     15 s without one. A shorter interval costs more writes, and new consumers learn sooner of one
 *     another
 * @param applications the applications that the consumer works for; empty for all of them
 * @param unknownTypeParkedAfter the time after which an item is parked if no consumer has announced
 *     its type, or its schema version, 1 s to 30 days. Raise it when a roll-out takes longer
 * @param stopTimeout the time that running items have to end when the process stops, 0 to 1 h. A
 *     longer time makes deployments slower. Raise it when deployments interrupt items
 * @param keepAlive whether the process runs as long as the consumer. If false, a process without a
 *     web server ends when its {@code main} has returned
 * @param autoStartup whether the consumer starts with the application; if false, {@code
 *     ConsumerLifecycle.start()} starts it
 * @param paused whether the consumer begins paused; it then takes no items until {@code
 *     ConsumerLifecycle.resume()}
 */
@ConfigurationProperties(ConsumerProperties.PREFIX)
public record ConsumerProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String id,
    @DefaultValue("16") int managers,
    @DefaultValue("64") int workers,
    @DefaultValue("30s") Duration itemLease,
    @DefaultValue("8") int dequeueMax,
    @DefaultValue("128") int dequeueMaxAlone,
    @DefaultValue("1000000B") DataSize dequeueSizeMax,
    @DefaultValue("20000") int peekMax,
    @DefaultValue("2000") int selectionMax,
    @DefaultValue("0.02") double selectionFraction,
    @Nullable Double targetCollisionRate,
    @DefaultValue("5s") Duration pollInterval,
    @DefaultValue("5s") Duration heartbeat,
    @DefaultValue Set<String> applications,
    @DefaultValue("1h") Duration unknownTypeParkedAfter,
    @DefaultValue("20s") Duration stopTimeout,
    @DefaultValue("true") boolean keepAlive,
    @DefaultValue("true") boolean autoStartup,
    @DefaultValue("false") boolean paused)
    implements InitializingBean {
  public static final String PREFIX = "tenure.consumer";

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public ConsumerProperties {
    Limits.check(PREFIX + ".stop-timeout", stopTimeout, Duration.ZERO, Duration.ofHours(1));
  }

  /** Checks the values also in a process without a consumer. */
  @Override
  public void afterPropertiesSet() {
    var unused = options("any");
  }

  /**
   * The options that these properties set.
   *
   * @param drawnId the id when none was given
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public ConsumerOptions options(String drawnId) {
    ConsumerOptions options = ConsumerOptions.defaults("any");
    options = set("id", options, it -> it.withId(id == null ? drawnId : id));
    options = set("managers", options, it -> it.withManagers(managers));
    options = set("workers", options, it -> it.withWorkers(workers));
    options = set("item-lease", options, it -> it.withItemLease(itemLease));
    options = options.withDequeueMaxAlone(QueueLimits.DEQUEUE_ITEMS_MAX);
    options = set("dequeue-max", options, it -> it.withDequeueMax(dequeueMax));
    options = set("dequeue-max-alone", options, it -> it.withDequeueMaxAlone(dequeueMaxAlone));
    options =
        set("dequeue-size-max", options, it -> it.withDequeueBytesMax(dequeueSizeMax.toBytes()));
    options = set("peek-max", options, it -> it.withPeekMax(peekMax));
    options = set("selection-max", options, it -> it.withSelectionMax(selectionMax));
    options = set(selectionProperty(), options, it -> it.withSelection(selection()));
    options = set("poll-interval", options, it -> it.withPollInterval(pollInterval));
    options = set("applications", options, it -> it.withApplications(applications));
    options = set("heartbeat", options, it -> it.withHeartbeat(heartbeat));
    return set(
        "unknown-type-parked-after",
        options,
        it -> it.withTuning(it.tuning().withUnknownTypeParkedAfter(unknownTypeParkedAfter)));
  }

  /** Sets an option. An error of the option is turned into one that names the property. */
  private static ConsumerOptions set(
      String property, ConsumerOptions options, UnaryOperator<ConsumerOptions> change) {
    try {
      return change.apply(options);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      int value = message.indexOf(" is ");
      throw new TenureConfigurationException(
          PREFIX + "." + property + (value < 0 ? ": " + message : message.substring(value)), e);
    }
  }

  private String selectionProperty() {
    return targetCollisionRate == null ? "selection-fraction" : "target-collision-rate";
  }

  private Selection selection() {
    return targetCollisionRate == null
        ? new Selection.Fixed(selectionFraction)
        : new Selection.Steered(targetCollisionRate);
  }
}
