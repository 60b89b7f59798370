package dev.tenure.campaigns.simulation.directory;

import com.apple.foundationdb.FDBException;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.directory.TenantState;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.global.SecondaryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Checks that the stored data explains each answer: at some time between call and answer, the
 * answer was true. The checks see each change of an entry as it becomes visible, so these times
 * order all calls, and each key and each entry is linearizable.
 */
final class Answers {
  /** Conflicts, unknown commits and late answers of one transaction take less. */
  private static final Duration PLACING_MAX = Duration.ofSeconds(15);

  private final DirectoryWorld world;
  private final DirectoryContents truth;

  /**
   * A call that places an order.
   *
   * @param known whether the process has served the tenant before and still remembers where it lies
   */
  record Placing(TenantId tenant, String order, long begin, Instant at, boolean known) {}

  Answers(DirectoryWorld world, DirectoryContents truth) {
    this.world = world;
    this.truth = truth;
  }

  private void explained(boolean holds, String call, Object answer) {
    world.require(holds, "nothing that was stored meanwhile explains: " + call + " gave " + answer);
  }

  private boolean everEntry(TenantId tenant, long begin, Predicate<Entry> such) {
    return truth.entryOf(tenant).ever(begin, each -> each.filter(such).isPresent());
  }

  private boolean everNone(TenantId tenant, long begin) {
    return truth.entryOf(tenant).ever(begin, Optional::isEmpty);
  }

  void found(TenantId tenant, long begin, Optional<TenantEntry> found, Optional<Throwable> error) {
    String call = "find " + tenant;
    if (error.isPresent()) {
      unavailable(call, error.get());
    } else if (found.isEmpty()) {
      explained(everNone(tenant, begin), call, "none");
    } else {
      explained(everEntry(tenant, begin, each -> each.isTold(found.get())), call, found.get());
    }
  }

  void found(SecondaryKey key, long begin, Optional<TenantEntry> found, Optional<Throwable> error) {
    String call = "find " + key.value();
    if (error.isPresent()) {
      unavailable(call, error.get());
    } else if (found.isEmpty()) {
      explained(truth.ownerOf(key).ever(begin, Optional::isEmpty), call, "none");
    } else {
      TenantId owner = found.get().tenant();
      explained(
          found.get().details().keys().contains(key)
              && everEntry(owner, begin, each -> each.isTold(found.get())),
          call,
          found.get());
    }
  }

  /** Checks that a call which was refused or failed had to be. */
  void failed(DirectoryOperation call, Throwable error) {
    long begin = call.begin();
    TenantId tenant = call.tenant();
    if (!(FdbErrorPredicates.unwrap(error) instanceof QueueException told)) {
      unavailable(call.toString(), error);
      return;
    }
    switch (told.code()) {
      case TENANT_NOT_FOUND ->
          explained(
              everNone(tenant, begin) || everEntry(tenant, begin, each -> !each.isSettled()),
              call.toString(),
              told);
      case TENANT_DELETING ->
          explained(
              everEntry(tenant, begin, each -> each.state() == TenantState.DELETING),
              call.toString(),
              told);
      case TENANT_EXISTS ->
          explained(
              everEntry(tenant, begin, each -> true)
                  && call.kind() == DirectoryOperation.Kind.CREATE,
              call.toString(),
              told);
      case ALTERNATE_KEY_TAKEN -> {
        world.edges.hit(Edge.KEY_REFUSED);
        explained(isTaken(tenant, begin, call.keys()), call.toString(), told);
      }
      case CLUSTERS_DIFFER ->
          world.require(
              world.plan.adopting(), call + " gave " + told + ", and nobody changes the list");
      default -> unavailable(call.toString(), error);
    }
  }

  private boolean isTaken(TenantId tenant, long begin, Set<SecondaryKey> keys) {
    return keys.stream()
        .anyMatch(
            key ->
                truth
                    .ownerOf(key)
                    .ever(begin, owner -> owner.filter(each -> !each.equals(tenant)).isPresent()));
  }

  /** Errors that only faults explain. */
  private void unavailable(String call, Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    boolean isTransient =
        (plain instanceof QueueException told && told.retryable())
            || (plain instanceof RecordLayerException failed && failed.retryable())
            || (plain instanceof FDBException met && FdbErrorPredicates.retryable(met));
    world.require(!world.calm && isTransient, call + " gave " + plain);
  }

  /**
   * Checks the answer of a creation, change of details, suspension or resumption that succeeded.
   */
  void changed(DirectoryOperation call, TenantEntry told) {
    TenantId tenant = call.tenant();
    long begin = call.begin();
    explained(everEntry(tenant, begin, each -> each.isTold(told)), call.toString(), told);
    boolean isAsAsked =
        switch (call.kind()) {
          case CREATE ->
              told.state() != TenantState.CREATING
                  && told.state() != TenantState.DELETING
                  && told.details().keys().containsAll(call.keys());
          case CHANGE -> told.details().keys().equals(call.keys());
          case SUSPEND -> told.state() == TenantState.SUSPENDED && isMarked(call, told);
          case RESUME -> told.state() == TenantState.ACTIVE && isMarked(call, told);
          default -> true;
        };
    world.require(isAsAsked, call + " gave " + told + " " + told.details());
  }

  /** Unless a later change came first, the store allows what the entry says, at some time. */
  private boolean isMarked(DirectoryOperation call, TenantEntry told) {
    long begin = call.begin();
    boolean suspended = told.state() == TenantState.SUSPENDED;
    DirectoryContents.Place place = new DirectoryContents.Place(call.tenant(), told.cluster());
    Set<Long> numbers =
        truth.entryOf(call.tenant()).since(begin).stream()
            .flatMap(Optional::stream)
            .filter(each -> each.isTold(told))
            .map(Entry::number)
            .collect(Collectors.toSet());
    boolean stayed =
        truth
            .entryOf(call.tenant())
            .now()
            .filter(each -> each.life() == told.life() && numbers.contains(each.number()))
            .isPresent();
    return !stayed
        || truth
            .standingAt(place)
            .ever(
                begin,
                each ->
                    each.filter(one -> suspended ? one.isSuspended() : one.isOpen()).isPresent());
  }

  /** Checks that the life which a deletion met is gone. */
  void deleted(DirectoryOperation call, boolean deleted) {
    TenantId tenant = call.tenant();
    explained(
        deleted ? everEntry(tenant, call.begin(), each -> true) : everNone(tenant, call.begin()),
        call.toString(),
        deleted);
    long begin = call.begin();
    explained(
        everNone(tenant, begin)
            || truth.entryOf(tenant).since(begin).stream()
                    .flatMap(Optional::stream)
                    .map(Entry::life)
                    .distinct()
                    .count()
                > 1,
        call.toString(),
        deleted);
  }

  void createdPlainly(TenantId tenant, long begin, Optional<Throwable> error) {
    String call = "create " + tenant + " without a directory";
    if (error.isEmpty()) {
      explained(everStore(tenant, begin, each -> true), call, "done");
    } else if (!(FdbErrorPredicates.unwrap(error.get()) instanceof QueueException told
        && told.code() == QueueException.Code.CLUSTERS_DIFFER)) {
      unavailable(call, error.get());
    }
  }

  private boolean everStore(TenantId tenant, long begin, Predicate<SimulatedStore.Standing> such) {
    return world.plan.clusters().stream()
        .map(cluster -> truth.standingAt(new DirectoryContents.Place(tenant, cluster)))
        .anyMatch(each -> each.ever(begin, one -> one.filter(such).isPresent()));
  }

  void placed(Placing call, Optional<Throwable> error) {
    TenantId tenant = call.tenant();
    if (error.isEmpty()) {
      world.require(
          truth.wasStored(call.order()), call + " was acknowledged, and was never stored");
    } else if (FdbErrorPredicates.unwrap(error.get()) instanceof QueueException told
        && told.code() == QueueException.Code.TENANT_NOT_FOUND) {
      explained(
          truth.everWithout(tenant, call.begin(), each -> !each.isDeleting())
              || everEntry(tenant, call.begin(), each -> each.state() == TenantState.DELETING),
          call.toString(),
          told);
    } else if (FdbErrorPredicates.unwrap(error.get()) instanceof QueueException told
        && told.code() == QueueException.Code.TENANT_SUSPENDED) {
      world.edges.hit(Edge.SUSPENSION_MET);
      explained(
          everStore(tenant, call.begin(), SimulatedStore.Standing::isSuspended),
          call.toString(),
          told);
    } else {
      unavailable(call.toString(), error.get());
    }
    checkAvailable(call, error);
  }

  /** While no cluster is away, an open tenant is served; a known one without asking a shard. */
  private void checkAvailable(Placing call, Optional<Throwable> error) {
    boolean open =
        world.plan.clusters().stream()
            .map(cluster -> truth.standingAt(new DirectoryContents.Place(call.tenant(), cluster)))
            .anyMatch(
                each ->
                    each.stood(call.begin())
                        && each.now().filter(SimulatedStore.Standing::isOpen).isPresent());
    boolean deleting =
        everEntry(call.tenant(), call.begin(), each -> each.state() == TenantState.DELETING);
    if (!open || deleting || !world.outage.areClustersThereSince(call.at())) {
      return;
    }
    Duration took = Duration.between(call.at(), world.scheduler.now());
    boolean shardAway = world.outage.isShardAway();
    if (shardAway && call.known()) {
      world.edges.hit(Edge.SERVED_WHILE_SHARD_AWAY);
    }
    Duration most =
        call.known() && world.plan.delayMax().toMillis() < 100
            ? DirectoryPlan.SHARD_TIMEOUT
            : PLACING_MAX;
    world.require(
        error.isEmpty() && took.compareTo(most) < 0,
        "tenant is open, clusters answer, shard away: "
            + shardAway
            + "; after "
            + took
            + " "
            + call
            + " gave "
            + error);
  }
}
