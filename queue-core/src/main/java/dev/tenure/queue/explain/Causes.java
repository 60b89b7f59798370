package dev.tenure.queue.explain;

import dev.tenure.queue.Clocks;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.ConsumerRegistry;
import dev.tenure.queue.pointer.PointerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Derives the causes from a {@link Sight}, in the order in which they must be removed. */
final class Causes {

  /** A pointer rests for at most 5 min after a failed visit, and vests at most 6 s late. */
  private static final Duration LATEST_VISIT = Duration.ofMinutes(5).plusSeconds(6);

  private final Sight sight;
  private final Instant now;
  private final List<Cause> causes = new ArrayList<>();

  private Causes(Sight sight) {
    this.sight = sight;
    this.now = sight.moment().now();
  }

  static List<Cause> of(Sight sight) {
    Causes causes = new Causes(sight);
    if (sight.letter().isPresent()) {
      var letter = sight.letter().get();
      return List.of(new Cause.SetAside(letter.kind(), letter.reason(), letter.at()));
    }
    if (sight.item().isEmpty()) {
      return List.of(new Cause.Gone());
    }
    causes.collect(sight.item().get().item());
    return causes.causes.isEmpty() ? List.of(new Cause.Nothing()) : causes.causes;
  }

  private void collect(WorkItem item) {
    vesting(item);
    boolean running = item.leasedAt(now);
    if (!running) {
      if (sight.suspended()) {
        causes.add(new Cause.TenantSuspended());
      }
      if (sight.settings().paused()) {
        causes.add(new Cause.Paused());
      }
      consumers(item.type(), item.schemaVersion());
      sight.group().ifPresent(causes::add);
    }
    pointer(item, running || sight.group().isPresent());
  }

  private void vesting(WorkItem item) {
    String consumer = item.leasedBy().orElse("unknown");
    if (item.leasedAt(now)) {
      causes.add(new Cause.Leased(consumer, item.vesting()));
    } else if (item.vesting().isAfter(now)) {
      causes.add(new Cause.NotVested(item.vesting(), item.errors() > 0));
    } else {
      item.lease()
          .ifPresent(
              lease -> {
                long left = lease.endVersion() - sight.moment().storeVersion();
                if (left > 0) {
                  Instant takeable = now.plusMillis(Clocks.millisOf(left) + 1);
                  causes.add(new Cause.LeaseNotOver(consumer, item.vesting(), takeable));
                }
              });
    }
  }

  /** Whether live consumers run the type, read the schema version, and have room for an item. */
  private void consumers(String type, int schemaVersion) {
    List<ConsumerInfo> live =
        sight.known().stream().filter(one -> ConsumerRegistry.isLive(one, now)).toList();
    List<ConsumerInfo> running = live.stream().filter(one -> one.types().contains(type)).toList();
    List<ConsumerInfo> able =
        running.stream().filter(one -> one.knows(type, schemaVersion)).toList();
    if (running.isEmpty()) {
      causes.add(noConsumer(type, live));
    } else if (able.isEmpty()) {
      causes.add(versionUnread(type, schemaVersion, running));
    } else if (able.stream().allMatch(one -> one.saturatedTypes().contains(type))) {
      Instant heardAt =
          able.stream().map(ConsumerInfo::heartbeat).min(Instant::compareTo).orElse(now);
      causes.add(new Cause.Throttled(type, ids(able), heardAt));
    }
  }

  private Cause noConsumer(String type, List<ConsumerInfo> live) {
    TreeSet<String> types = new TreeSet<>();
    live.forEach(one -> types.addAll(one.types()));
    return new Cause.NoConsumer(
        type, List.copyOf(types), live.size(), lastAnnounced(one -> one.types().contains(type)));
  }

  private Cause versionUnread(String type, int schemaVersion, List<ConsumerInfo> running) {
    int newest =
        running.stream().mapToInt(one -> one.versions().getOrDefault(type, 0)).max().orElse(0);
    return new Cause.VersionUnread(
        type,
        schemaVersion,
        newest,
        ids(running),
        lastAnnounced(one -> one.knows(type, schemaVersion)));
  }

  private static List<String> ids(List<ConsumerInfo> consumers) {
    return consumers.stream().map(ConsumerInfo::id).toList();
  }

  private Optional<Instant> lastAnnounced(Predicate<ConsumerInfo> able) {
    return sight.known().stream().filter(able).map(ConsumerInfo::heartbeat).max(Instant::compareTo);
  }

  /**
   * @param waits whether the item waits for the end of a lease or for the head of its group
   */
  private void pointer(WorkItem item, boolean waits) {
    Optional<PointerState> pointer = sight.pointer().state();
    if (pointer.isEmpty()) {
      causes.add(new Cause.PointerMissing(sight.pointer().existenceEntry()));
      return;
    }
    Instant visit =
        sight
            .pointer()
            .earliestNudge()
            .filter(nudge -> nudge.isBefore(pointer.get().vesting()))
            .orElse(pointer.get().vesting());
    Instant runnable = item.vesting().isAfter(now) ? item.vesting() : now;
    if (!waits && visit.isAfter(runnable)) {
      boolean tooLate = visit.isAfter(runnable.plus(LATEST_VISIT));
      causes.add(
          new Cause.PointerLater(
              visit, pointer.get().asleep(), pointer.get().failedVisits(), tooLate));
    }
  }
}
