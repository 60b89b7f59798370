package dev.tenure.spring;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Selection;
import dev.tenure.queue.QueueLimits;
import java.time.Duration;
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
 * @param id the id of the consumer, unique among live consumers; drawn at random when not given
 * @param managers the most visits to zones at a time, 1 to 1,000
 * @param workers the most items that run at a time, 1 to 10,000
 * @param itemLease the duration of a lease, 100 ms to 12 h
 * @param dequeueMax the most items leased in one visit to a zone while other zones wait, 1 to
 *     1,000. While items are short, the number of items started in 5 ms counts instead if it is
 *     larger, up to dequeue-max-alone
 * @param dequeueMaxAlone the most items that any visit leases. While no other zone waits, visits
 *     double up to it
 * @param dequeueSizeMax the most bytes of payloads leased in one visit, at most 5 MB
 * @param peekMax the most pointers read in one peek, 1 to 20,000
 * @param selectionMax the most pointers selected at a time, 1 to 20,000
 * @param selectionFraction the part of a peek that is selected at a time, above 0 and at most 1
 * @param targetCollisionRate the collisions per visit to which selection-fraction is steered; when
 *     not set, the fraction stays the same
 * @param pollInterval the time after which an idle consumer polls without having been woken, 10 ms
 *     to 1 h
 * @param heartbeat the time between two heartbeats, 100 ms to 10 s
 * @param unknownTypeParkedAfter the time that an item waits for a consumer to announce its type, or
 *     its schema version, before it is parked, 1 s to 30 days
 * @param stopTimeout the time that running items have to end when the process stops, 0 to 1 h
 * @param keepAlive whether the process runs as long as the consumer; false lets a process without a
 *     web server end when its {@code main} has returned
 * @param autoStartup whether the application's start starts the consumer; false leaves it to {@code
 *     ConsumerLifecycle.start()}
 * @param paused whether the consumer begins paused and takes nothing until {@code
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
