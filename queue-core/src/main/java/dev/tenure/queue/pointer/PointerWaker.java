package dev.tenure.queue.pointer;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.PointerEntries.Entries;
import dev.tenure.queue.zone.ZoneWaker;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The producer's side of the protocol, for one zone in one transaction: creates the pointer or
 * writes a nudge. Reads E and S once, by snapshot, and adds a read conflict on E before it writes
 * E.
 */
final class PointerWaker implements ZoneWaker {
  private final PointerSpace space;
  private final RecordContext context;
  private final long applicationId;
  private final TenantId tenant;
  private final String zone;
  private final boolean mayCreate;

  private @Nullable CompletableFuture<Void> prepared;
  private @Nullable State state;
  private Instant wokenAt = Instant.MAX;

  /**
   * The state of the zone's pointer, as read or written by this transaction.
   *
   * @param store ClusterDB; opened only to create a pointer
   */
  private record State(PointerRef ref, Kind kind, @Nullable RecordStore store) {}

  private enum Kind {
    /** There is no pointer; the first wake creates it. */
    ABSENT,
    /** This transaction has created the pointer. */
    MADE,
    /** There is a pointer without S: a visit comes soon, unless a fast clock wrote the pointer. */
    AWAKE,
    /** There is a pointer with S: a wake writes a nudge. */
    ASLEEP
  }

  private PointerWaker(
      PointerSpace space,
      RecordContext context,
      long applicationId,
      TenantId tenant,
      String zone,
      boolean mayCreate) {
    this.space = space;
    this.context = context;
    this.applicationId = applicationId;
    this.tenant = tenant;
    this.zone = zone;
    this.mayCreate = mayCreate;
  }

  /** The one waker of the zone in this transaction. */
  static PointerWaker of(
      PointerSpace space, RecordContext context, long applicationId, TenantId tenant, String zone) {
    record Key(String cluster, long applicationId, TenantId tenant, String zone) {}
    return context.attachment(
        new Key(space.cluster(), applicationId, tenant, zone),
        () -> new PointerWaker(space, context, applicationId, tenant, zone, true));
  }

  /** A waker that nudges an existing pointer and never creates one. */
  static PointerWaker nudgingOnly(PointerSpace space, RecordContext context, PointerRef ref) {
    return new PointerWaker(space, context, ref.applicationId(), ref.tenant(), ref.zone(), false);
  }

  @Override
  public synchronized CompletableFuture<Void> prepare() {
    if (prepared == null) {
      prepared = learn();
    }
    return prepared;
  }

  private CompletableFuture<Void> learn() {
    PointerEntries entries = space.entries();
    context.fence(entries.existenceKey(applicationId, tenant.user(), zone));
    return entries
        .read(context, applicationId, tenant.user(), zone)
        .thenCompose(
            found ->
                found.exists() || !mayCreate
                    ? CompletableFuture.completedFuture(state(found, null))
                    : space.openClusterStore(context).thenApply(store -> state(found, store)))
        .thenAccept(
            learned -> {
              state = learned;
              tellChecks(learned);
            });
  }

  /** The checks of earlier enqueues may have wanted to read the same. */
  private void tellChecks(State learned) {
    if (learned.kind() == Kind.AWAKE) {
      space.wakeChecks().seenAwake(learned.ref(), context);
    } else {
      space.wakeChecks().seenAsleep(learned.ref());
    }
  }

  private State state(Entries found, @Nullable RecordStore store) {
    int shard = found.shard().orElseGet(() -> space.shardFor(applicationId, tenant, zone));
    PointerRef ref = new PointerRef(applicationId, tenant, zone, shard);
    if (!found.exists()) {
      return new State(ref, Kind.ABSENT, store);
    }
    return new State(ref, found.asleep() ? Kind.ASLEEP : Kind.AWAKE, store);
  }

  @Override
  public synchronized void wake(Instant vesting, String itemId) {
    State known = state;
    if (known == null) {
      throw new IllegalStateException("zone " + zone + " of " + tenant + ": wake before prepare");
    }
    if (!vesting.isBefore(wokenAt)) {
      return;
    }
    wokenAt = vesting;
    switch (known.kind()) {
      case ABSENT -> {
        if (mayCreate) {
          make(known, vesting);
        }
      }
      case MADE, ASLEEP -> nudge(known.ref(), vesting, itemId);
      case AWAKE -> {
        if (mayCreate) {
          context.whenCommitted(() -> check(known.ref(), itemId));
        } else {
          nudge(known.ref(), vesting, itemId);
        }
      }
    }
  }

  private void check(PointerRef ref, String itemId) {
    space.wakeChecks().add(ref, wokenAt(), itemId, context.committedVersion());
  }

  private synchronized Instant wokenAt() {
    return wokenAt;
  }

  private void make(State known, Instant vesting) {
    RecordStore store = known.store();
    if (store == null) {
      throw new IllegalStateException("ClusterDB was not opened for " + known.ref());
    }
    boolean later = vesting.isAfter(context.now());
    Instant visible = later ? vesting : vesting.minus(space.time().lead());
    // Nothing is read: completes at once.
    context.join(Pointers.create(store, known.ref(), visible));
    space.entries().create(context, known.ref());
    if (later) {
      space.entries().sleep(context, known.ref(), true);
    }
    space.signals().bump(context, known.ref(), vesting);
    space.meters().created();
    state = new State(known.ref(), Kind.MADE, store);
  }

  private void nudge(PointerRef ref, Instant vesting, String itemId) {
    space.nudges().write(context, ref, vesting, itemId);
    space.signals().bump(context, ref, vesting);
    space.meters().nudged();
  }
}
