package dev.tenure.queue.cluster;

import dev.tenure.queue.Clocks;
import dev.tenure.queue.Served;
import dev.tenure.queue.pointer.ClockReading;
import dev.tenure.queue.proto.ClusterConsumer;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.store.header.StoreHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A consumer process, as its last heartbeat announced it.
 *
 * @param heartbeat the time of the last heartbeat, by the clock of the process that reads this
 * @param versions the work types for which the consumer has handlers, each with the highest schema
 *     version that it reads
 * @param saturatedTypes the types that were at their concurrency limit; {@link #EVERY_TYPE} among
 *     them if the consumer is stuck
 * @param unreadApplications the applications whose stores the consumer recently could not open
 * @param served the applications that the consumer works for; empty for all
 * @param clock the reading of the consumer's own clock, uncorrected; empty when the heartbeat had
 *     none
 * @param time the reading of the time that the consumer goes by, which is its clock with the
 *     correction; empty when the heartbeat had none
 * @param itemLease the time after which its leases of items end, unless it extends them; zero when
 *     the heartbeat did not tell
 * @param contentFormatMax the greatest content format of stores that the consumer knows; zero when
 *     the heartbeat did not tell
 */
public record ConsumerInfo(
    String id,
    Instant startedAt,
    Instant heartbeat,
    SortedMap<String, Integer> versions,
    Set<String> saturatedTypes,
    Set<String> unreadApplications,
    Optional<Served> served,
    Optional<ClockReading> clock,
    Optional<ClockReading> time,
    Duration itemLease,
    int contentFormatMax) {
  /** Stands among the saturated types for all types. Work types have no such names. */
  private static final String EVERY_TYPE = "tenure.any";

  public ConsumerInfo {
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
    saturatedTypes = Collections.unmodifiableSortedSet(new TreeSet<>(saturatedTypes));
    unreadApplications = Collections.unmodifiableSortedSet(new TreeSet<>(unreadApplications));
  }

  /** Whether the consumer works for an application. */
  public boolean serves(String application) {
    return served.map(only -> only.applications().contains(application)).orElse(true);
  }

  /**
   * Whether all workers of the consumer had been busy for a while, and none had become free. Such a
   * consumer has no share of what waits.
   */
  public boolean isStuck() {
    return saturatedTypes.contains(EVERY_TYPE);
  }

  /** The same consumer, whose workers do not become free. */
  public ConsumerInfo stuck() {
    TreeSet<String> saturated = new TreeSet<>(versions.keySet());
    saturated.add(EVERY_TYPE);
    return new ConsumerInfo(
        id,
        startedAt,
        heartbeat,
        versions,
        saturated,
        unreadApplications,
        served,
        clock,
        time,
        itemLease,
        contentFormatMax);
  }

  /** A consumer of this release that can open the stores of all applications. */
  public ConsumerInfo(
      String id,
      Instant startedAt,
      Instant heartbeat,
      SortedMap<String, Integer> versions,
      Set<String> saturatedTypes) {
    this(
        id,
        startedAt,
        heartbeat,
        versions,
        saturatedTypes,
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Duration.ZERO,
        StoreHeader.CONTENT_FORMAT_MAX);
  }

  /** A consumer without saturated types. */
  public ConsumerInfo(
      String id, Instant startedAt, Instant heartbeat, SortedMap<String, Integer> versions) {
    this(id, startedAt, heartbeat, versions, Set.of());
  }

  /** A consumer that reads schema version 1 of all its types; some of them are saturated. */
  public ConsumerInfo(
      String id,
      Instant startedAt,
      Instant heartbeat,
      Set<String> types,
      Set<String> saturatedTypes) {
    this(id, startedAt, heartbeat, firstVersions(types), saturatedTypes);
  }

  /** A consumer that reads schema version 1 of all its types, without saturated types. */
  public ConsumerInfo(String id, Instant startedAt, Instant heartbeat, Set<String> types) {
    this(id, startedAt, heartbeat, firstVersions(types), Set.of());
  }

  /** The same consumer, which cannot open stores of these applications. */
  public ConsumerInfo withUnreadApplications(Set<String> applications) {
    return new ConsumerInfo(
        id,
        startedAt,
        heartbeat,
        versions,
        saturatedTypes,
        applications,
        served,
        clock,
        time,
        itemLease,
        contentFormatMax);
  }

  /** The same consumer, which works for these applications only; for all, if there are none. */
  public ConsumerInfo withServed(Set<String> applications) {
    Optional<Served> only =
        applications.isEmpty() ? Optional.empty() : Optional.of(new Served(applications));
    return new ConsumerInfo(
        id,
        startedAt,
        heartbeat,
        versions,
        saturatedTypes,
        unreadApplications,
        only,
        clock,
        time,
        itemLease,
        contentFormatMax);
  }

  /** The record of a consumer that has been started again, under an id that no consumer has. */
  ConsumerInfo former() {
    return with(id + "@" + startedAt.toEpochMilli(), clock, time, itemLease);
  }

  /**
   * The record, under another id, of the time that this consumer told before; empty when it has not
   * been put back. Its clock is the right one, since it counts with the others' for a while.
   */
  Optional<ConsumerInfo> withPutBack(ConsumerInfo before) {
    return time.flatMap(
        now ->
            before
                .time
                .map(it -> new ClockReading(it.at(now.version()), now.version()))
                .filter(it -> it.clock().isAfter(now.clock().plus(Clocks.APART_MAX)))
                .map(it -> withTimes(time, Optional.of(it)).former()));
  }

  /** The same consumer, whose leases of items end after this time. */
  public ConsumerInfo withItemLease(Duration lease) {
    return with(id, clock, time, lease);
  }

  /** Whether the consumer can open stores that have leases of visits. */
  public boolean knowsVisitLeases() {
    return contentFormatMax >= QueueSchema.VISIT_LEASES_FORMAT;
  }

  /** The same consumer, which knows no content format of stores beyond this one. */
  public ConsumerInfo withContentFormatMax(int most) {
    return new ConsumerInfo(
        id,
        startedAt,
        heartbeat,
        versions,
        saturatedTypes,
        unreadApplications,
        served,
        clock,
        time,
        itemLease,
        Math.min(contentFormatMax, most));
  }

  ConsumerInfo withTimes(Optional<ClockReading> shown, Optional<ClockReading> corrected) {
    return with(id, shown, corrected, itemLease);
  }

  private ConsumerInfo with(
      String newId,
      Optional<ClockReading> newClock,
      Optional<ClockReading> newTime,
      Duration newItemLease) {
    return new ConsumerInfo(
        newId,
        startedAt,
        heartbeat,
        versions,
        saturatedTypes,
        unreadApplications,
        served,
        newClock,
        newTime,
        newItemLease,
        contentFormatMax);
  }

  /**
   * The range of times in which leases of this consumer end that is dead, and whose clock was ahead
   * of the reader's. Leases that end earlier are found without a search.
   */
  public record Stranded(Instant from, Instant until) {}

  /** Empty when the consumer's clock was not ahead, or its leases have ended by time too. */
  public Optional<Stranded> stranded(Instant now) {
    Instant from = now.plus(Clocks.APART_MAX).plus(itemLease);
    return time.map(ClockReading::clock)
        .filter(it -> it.isAfter(heartbeat.plus(Clocks.APART_MAX)))
        .map(it -> new Stranded(from, it.plus(ConsumerRegistry.LIVE).plus(itemLease)))
        .filter(range -> range.until().isAfter(from));
  }

  /** What the consumer's clock shows now; empty when no heartbeat has told. */
  Optional<Instant> clockAt(Instant now) {
    return clock.map(it -> it.clock().plus(Duration.between(heartbeat, now)));
  }

  /** Whether the time by which the consumer went is ahead of a clock that shows this now. */
  boolean wasAheadOf(Instant shown, Instant now) {
    return time.map(it -> it.clock().plus(Duration.between(heartbeat, now)))
        .filter(it -> it.isAfter(shown.plus(Clocks.APART_MAX)))
        .isPresent();
  }

  private static SortedMap<String, Integer> firstVersions(Set<String> types) {
    TreeMap<String, Integer> versions = new TreeMap<>();
    types.forEach(type -> versions.put(type, 1));
    return versions;
  }

  /** The names of the types, in order. */
  public Set<String> types() {
    return versions.keySet();
  }

  /** Whether the consumer runs items of the type and reads the schema version. */
  public boolean knows(String type, int schemaVersion) {
    return versions.getOrDefault(type, 0) >= schemaVersion;
  }

  /** The consumer as it is stored. */
  ClusterConsumer stored() {
    ClusterConsumer.Builder record =
        ClusterConsumer.newBuilder()
            .setId(id)
            .setStartedMillis(startedAt.toEpochMilli())
            .setHeartbeatMillis(heartbeat.toEpochMilli())
            .addAllTypes(types())
            .addAllSchemaVersions(versions.values())
            .addAllSaturatedTypes(saturatedTypes)
            .addAllUnreadApplications(unreadApplications)
            .addAllUnreadApplications(served.map(Served::encode).stream().toList());
    clock.ifPresent(
        shown ->
            record.setClockMillis(shown.clock().toEpochMilli()).setReadVersion(shown.version()));
    time.ifPresent(it -> record.setTimeMillis(it.clock().toEpochMilli()));
    return record
        .setItemLeaseMillis(itemLease.toMillis())
        .setContentFormatMax(contentFormatMax)
        .build();
  }

  /**
   * The stored consumer.
   *
   * @param now the time at the read version
   */
  static ConsumerInfo of(ClusterConsumer stored, Instant now, long version) {
    Optional<ClockReading> clock = reading(stored, stored.getClockMillis());
    return new ConsumerInfo(
        stored.getId(),
        Instant.ofEpochMilli(stored.getStartedMillis()),
        clock
            .map(reading -> now.minus(reading.age(version)))
            .orElse(Instant.ofEpochMilli(stored.getHeartbeatMillis())),
        versions(stored),
        new TreeSet<>(stored.getSaturatedTypesList()),
        new TreeSet<>(
            stored.getUnreadApplicationsList().stream()
                .filter(each -> !Served.isEncoded(each))
                .toList()),
        stored.getUnreadApplicationsList().stream()
            .filter(Served::isEncoded)
            .map(Served::decode)
            .findFirst(),
        clock,
        stored.getTimeMillis() == 0 ? Optional.empty() : reading(stored, stored.getTimeMillis()),
        Duration.ofMillis(stored.getItemLeaseMillis()),
        stored.getContentFormatMax());
  }

  private static Optional<ClockReading> reading(ClusterConsumer stored, long millis) {
    return stored.getReadVersion() == 0
        ? Optional.empty()
        : Optional.of(new ClockReading(Instant.ofEpochMilli(millis), stored.getReadVersion()));
  }

  private static SortedMap<String, Integer> versions(ClusterConsumer stored) {
    TreeMap<String, Integer> versions = new TreeMap<>();
    for (int i = 0; i < stored.getTypesCount(); i++) {
      boolean told = i < stored.getSchemaVersionsCount();
      versions.put(stored.getTypes(i), told ? stored.getSchemaVersions(i) : 1);
    }
    return versions;
  }
}
