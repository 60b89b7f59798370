package dev.tenure.campaigns.simulation.state;

import static dev.tenure.campaigns.simulation.state.StateSamples.ITEM;
import static dev.tenure.campaigns.simulation.state.StateSamples.NOW;
import static dev.tenure.campaigns.simulation.state.StateSamples.TENANT;
import static dev.tenure.campaigns.simulation.state.StateSamples.VERSION;
import static dev.tenure.campaigns.simulation.state.StateSamples.ZONE;
import static dev.tenure.campaigns.simulation.state.StateSamples.effect;
import static dev.tenure.campaigns.simulation.state.StateSamples.entries;
import static dev.tenure.campaigns.simulation.state.StateSamples.item;
import static dev.tenure.campaigns.simulation.state.StateSamples.leased;
import static dev.tenure.campaigns.simulation.state.StateSamples.order;
import static dev.tenure.campaigns.simulation.state.StateSamples.pointer;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.Ledger;
import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Each check is shown a state that breaks it. */
class StateChecksTest {

  private final Ledger ledger = new Ledger();
  private final StateChecks checks =
      new StateChecks(new PointerChecks(() -> Duration.ofSeconds(1)), new OrderChecks(ledger));
  private final Map<ItemKey, QueueItem> items = new TreeMap<>();
  private final Map<ItemKey, QueueDeadLetter> deadLetters = new TreeMap<>();
  private final Map<String, SimulatedOrder> orders = new TreeMap<>();
  private final Map<String, SimulatedEffect> effects = new TreeMap<>();
  private final Map<ZoneKey, PointerState> pointers = new TreeMap<>();
  private final Set<String> pausedZones = new TreeSet<>();
  private long tally;
  private Map<ItemKey, QueueItem> before = Map.of();
  private long version = VERSION;

  @Test
  void aZoneWithAnItemAPointerAndAnOrderIsFine() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    addPointer(NOW.plusSeconds(5));
    check();
  }

  @Test
  void anItemWithoutPointerIsFound() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    assertFinds("has items and no pointer");
  }

  @Test
  void aPointerThatSleepsTooLongIsFoundUnlessThereIsANudge() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    addPointer(NOW.plusSeconds(8));
    assertFinds("nobody looks before");
    addPointer(NOW.plusSeconds(8), NOW.plusSeconds(1));
    check();
  }

  @Test
  void aSleepingPointerIsFineWhileNothingCanRun() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    addPointer(NOW.plusSeconds(60));
    pausedZones.add("default");
    check();
    pausedZones.clear();
    addItemWithOrder(NOW, WorkKind.STRANGE);
    check();
    addItemWithOrder(NOW.plusSeconds(60), WorkKind.EFFECT);
    check();
  }

  @Test
  void aLeaseThatRunsOnByVersionIsWaitedFor() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    items.put(ITEM, leased("one", VERSION, 20_000));
    addPointer(NOW.plusSeconds(26));
    check();
    addPointer(NOW.plusSeconds(28));
    assertFinds("nobody looks before");
  }

  /** Seed 52174: a visit had counted on 16 s by version, and a crash took 60 s of them away. */
  @Test
  void aLeaseThatRanOnByVersionBeforeAnEngineRestartedIsWaitedForAsLong() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    items.put(ITEM, leased("one", VERSION, 20_000));
    addPointer(NOW.plusSeconds(26));
    check();
    version += 60_000_000;
    check();
    addPointer(NOW.plusSeconds(28));
    assertFinds("nobody looks before");
    items.put(ITEM, leased("two", version, 1_000));
    addPointer(NOW.plusSeconds(9));
    assertFinds("nobody looks before");
  }

  @Test
  void aPointerWithoutExistenceEntryAndTheReverseAreFound() {
    pointers.put(ZONE, entries(false, false, Optional.of(pointer(NOW))));
    assertFinds("existence entry false, pointer true");
    pointers.put(ZONE, entries(true, false, Optional.empty()));
    assertFinds("existence entry true, pointer false");
    pointers.put(ZONE, entries(false, true, Optional.empty()));
    assertFinds("asleep entry but no existence entry");
  }

  @Test
  void anIndexThatDiffersFromItsRecordsIsFound() {
    var indexes =
        new DatabaseState.IndexState(
            Map.of("some-index", List.of(Tuple.from("a"))),
            Map.of("some-index", List.of(Tuple.from("a"), Tuple.from("b"))));
    assertFinds("index some-index holds", () -> checks.checkAll(state(), Map.of(TENANT, indexes)));
  }

  @Test
  void aLostItemIsFound() {
    orders.put("o", order(WorkKind.EFFECT).build());
    assertFinds("order o is in 0 places");
  }

  @Test
  void anItemThatLeavesNoTraceIsLostUnlessItsHandlerFinished() {
    orders.put("o", order(WorkKind.PLAIN).build());
    assertFinds("order o is in 0 places");
    ledger.finish("o");
    check();
  }

  @Test
  void anItemWhoseEffectsAreCommittedButThatIsStillThereIsFound() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    addPointer(NOW);
    addEffect(1);
    tally = 1;
    assertFinds("order o is in 2 places");
  }

  @Test
  void aCancelledItemThatIsStillThereIsFound() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    addPointer(NOW);
    orders.put("o", order(WorkKind.EFFECT).setCancelled(true).build());
    assertFinds("order o is in 2 places");
  }

  @Test
  void aDeadLetterIsAPlace() {
    orders.put("o", order(WorkKind.POISON).build());
    deadLetters.put(ITEM, QueueDeadLetter.getDefaultInstance());
    check();
  }

  @Test
  void effectsCommittedTwiceAreFound() {
    orders.put("o", order(WorkKind.EFFECT).build());
    addEffect(2);
    tally = 1;
    assertFinds("the effects of o were committed 2 times");
  }

  @Test
  void aTallyThatDiffersFromTheEffectsIsFound() {
    orders.put("o", order(WorkKind.EFFECT).build());
    addEffect(1);
    tally = 2;
    assertFinds("tally 2, items with effects 1");
  }

  @Test
  void anItemNobodyOrderedIsFound() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    addPointer(NOW);
    ItemKey other = new ItemKey(TENANT, "default", "other");
    items.put(other, item(NOW, WorkKind.EFFECT).setId("other").build());
    assertFinds(other + " has no order");
  }

  @Test
  void anAcknowledgedOrderThatIsNotStoredIsFound() {
    ledger.acknowledge("o", TENANT);
    assertFinds(
        "the acknowledged order o of mail/user-0 is lost",
        () -> checks.checkAll(state(), Map.of()));
  }

  @Test
  void aPointerIsNeededEvenWhileNothingCanRun() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    pausedZones.add("default");
    assertFinds("has items and no pointer");
  }

  @Test
  void aPointerOfAnotherShardThanItsEntrySaysIsFound() {
    QueueItem elsewhere = pointer(NOW).toBuilder().setZone("shard-1").build();
    pointers.put(ZONE, entries(true, true, Optional.of(elsewhere)));
    assertFinds("the pointer lies in shard-1, its existence entry says shard-0");
  }

  @Test
  void anAwakePointerThatVestsLaterIsFound() {
    pointers.put(ZONE, entries(true, false, Optional.of(pointer(NOW.plusSeconds(1)))));
    check();
    pointers.put(ZONE, entries(true, false, Optional.of(pointer(NOW.plusSeconds(2)))));
    assertFinds("is awake, and its pointer vests at");
  }

  @Test
  void aLongSleepIsFoundUntilItIsConfirmed() {
    pointers.put(ZONE, entries(true, true, Optional.of(pointer(NOW.plusSeconds(7)))));
    check();
    pointers.put(ZONE, entries(true, true, Optional.of(pointer(NOW.plusSeconds(8)))));
    assertFinds("and that is not confirmed");
    version = 5_000_000;
    check();
  }

  @Test
  void aPointerMayRestAfterVisitsThatFailed() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    addPointer(NOW.plusSeconds(10));
    assertFinds("nobody looks before");
    QueueItem failed = pointer(NOW.plusSeconds(10)).toBuilder().setFailedVisits(4).build();
    version = 5_000_000;
    pointers.put(ZONE, entries(true, true, Optional.of(failed)));
    check();
  }

  @Test
  void aLocalItemThatIsLostIsFoundUnlessItsHandlerFinished() {
    TenantId cluster = new TenantId(WorkContext.LOCAL_APPLICATION, "one");
    ItemKey item = new ItemKey(cluster, "shard-0", "o");
    TenantState empty =
        new TenantState(
            new TreeMap<>(),
            Map.of(),
            GroupState.none(),
            Map.of(),
            Map.of(),
            Map.of(),
            0,
            Set.of());
    Changes changes = new Changes();
    changes.item(item, Optional.of(item(NOW, WorkKind.EFFECT).build()));
    DatabaseState gone = new DatabaseState(NOW, version, Map.of(cluster, empty), Map.of(), changes);
    ledger.acknowledgeLocal(cluster, "o");
    assertFinds("the acknowledged local item o", () -> checks.check(gone));
    assertFinds("the acknowledged local item o", () -> checks.checkAll(gone, Map.of()));
    ledger.finish("o");
    checks.check(gone);
    checks.checkAll(gone, Map.of());
  }

  @Test
  void whatNoChangeTellsIsFoundWhenEverythingIsLookedAt() {
    addItemWithOrder(NOW, WorkKind.EFFECT);
    DatabaseState now = state();
    DatabaseState unchanged =
        new DatabaseState(NOW, version, now.tenants(), Map.of(), new Changes());
    checks.check(unchanged);
    assertFinds("has items and no pointer", () -> checks.checkAll(unchanged, Map.of()));
    pointers.put(ZONE, entries(true, false, Optional.of(pointer(NOW))));
    addEffect(1);
    DatabaseState twice = state();
    assertFinds("tally 0, items with effects 1", () -> checks.checkAll(twice, Map.of()));
    tally = 1;
    DatabaseState placed = state();
    assertFinds("order o is in 2 places", () -> checks.checkAll(placed, Map.of()));
  }

  @Test
  void theLeaseUnderWhichAnItemEndedIsKnown() {
    LeaseWatch watch = new LeaseWatch(new EdgeCounts(), ledger);
    LeaseId holder = LeaseId.of(new byte[16]);
    QueueItem held =
        leased("", 1, 1).toBuilder().setLeaseId(ByteString.copyFrom(holder.bytes())).build();
    items.put(ITEM, held);
    watch.check(state());
    assertFalse(ledger.isEndedUnder(holder, ITEM.id()));
    items.clear();
    watch.check(state());
    assertTrue(ledger.isEndedUnder(holder, ITEM.id()));
  }

  @Test
  void anItemThatComesBackAfterItsEndIsFound() {
    LifeWatch watch = new LifeWatch();
    addItemWithOrder(NOW, WorkKind.EFFECT);
    watch.check(state());
    items.clear();
    watch.check(state());
    items.put(ITEM, item(NOW, WorkKind.EFFECT).build());
    assertFinds("is back after it had ended", () -> watch.check(state()));
  }

  @Test
  void anItemThatNobodyHeldWhenItEndedIsFoundUnlessItWasCancelled() {
    LeaseWatch watch = new LeaseWatch(new EdgeCounts(), ledger);
    addItemWithOrder(NOW, WorkKind.PLAIN);
    watch.check(state());
    items.clear();
    assertFinds("was ended though nobody held its lease", () -> watch.check(state()));
    addItemWithOrder(NOW, WorkKind.PLAIN);
    watch.check(state());
    items.clear();
    orders.put("o", order(WorkKind.PLAIN).setCancelled(true).build());
    watch.check(state());
  }

  @Test
  void aLeaseTakenOverBeforeItsVersionIsFound() {
    LeaseWatch watch = new LeaseWatch(new EdgeCounts(), ledger);
    items.put(ITEM, leased("one", 5_000_000, 2_000));
    watch.check(state());
    items.put(ITEM, leased("two", 6_999_999, 2_000));
    InvariantViolation found = assertThrows(InvariantViolation.class, () -> watch.check(state()));
    assertTrue(found.toString().contains("was taken over at 6999999"), found::toString);
  }

  @Test
  void anItemCompletedByAnotherThanItsHolderIsFound() {
    LeaseWatch watch = new LeaseWatch(new EdgeCounts(), ledger);
    items.put(ITEM, leased("one", 5_000_000, 2_000));
    orders.put("o", order(WorkKind.EFFECT).build());
    watch.check(state());
    items.clear();
    effects.put("o", effect("one"));
    watch.check(state());
    items.put(ITEM, leased("one", 5_000_000, 2_000));
    effects.clear();
    watch.check(state());
    items.clear();
    effects.put("o", effect("two"));
    InvariantViolation found = assertThrows(InvariantViolation.class, () -> watch.check(state()));
    assertTrue(found.toString().contains("by another than the holder"), found::toString);
  }

  @Test
  void aLeaseTakenOverAndLostInACrashIsTheFirstHoldersAgain() {
    LeaseWatch watch = new LeaseWatch(new EdgeCounts(), ledger);
    items.put(ITEM, leased("one", 5_000_000, 2_000));
    watch.check(state());
    items.put(ITEM, leased("two", 7_000_000, 2_000));
    watch.check(state());
    items.put(ITEM, leased("one", 5_000_000, 2_000));
    watch.checkAfterCrash(state());
    orders.put("o", order(WorkKind.EFFECT).build());
    effects.put("o", effect("one"));
    items.clear();
    watch.check(state());
  }

  @Test
  void anItemThatNobodyHeldWhenItEndedInACrashIsFound() {
    LeaseWatch watch = new LeaseWatch(new EdgeCounts(), ledger);
    addItemWithOrder(NOW, WorkKind.PLAIN);
    watch.check(state());
    items.clear();
    assertFinds("was ended though nobody held its lease", () -> watch.checkAfterCrash(state()));
  }

  @Test
  void aLeasedPointerVestsWhenItsLeaseEnds() {
    QueueItem leased =
        pointer(NOW.plusSeconds(2)).toBuilder().setLeaseId(ByteString.copyFromUtf8("v")).build();
    pointers.put(ZONE, entries(true, false, Optional.of(leased)));
    check();
    QueueItem longer =
        leased.toBuilder().setVestingMillis(NOW.plusMillis(2_001).toEpochMilli()).build();
    pointers.put(ZONE, entries(true, false, Optional.of(longer)));
    assertFinds("is awake, and its pointer vests at");
  }

  @Test
  void aFollowerThatComesBackAfterItsEndIsFound() {
    LifeWatch watch = new LifeWatch();
    watch.check(followed(true));
    watch.check(followed(false));
    assertFinds("is back after it had ended", () -> watch.check(followed(true)));
  }

  private DatabaseState followed(boolean waits) {
    GroupState groups =
        new GroupState(
            waits ? Map.of(ITEM, QueueFollower.getDefaultInstance()) : Map.of(),
            Set.of(),
            Map.of(),
            Map.of());
    TenantState tenant =
        new TenantState(
            new TreeMap<>(), Map.of(), groups, Map.of(), Map.of(), Map.of(), 0, Set.of());
    Changes changes = new Changes();
    changes.follower(ITEM);
    return new DatabaseState(NOW, version, Map.of(TENANT, tenant), Map.of(), changes);
  }

  @Test
  void aLeaseTakenOverAfterItsVersionOrGivenBackIsFine() {
    EdgeCounts edges = new EdgeCounts();
    LeaseWatch watch = new LeaseWatch(edges, ledger);
    items.put(ITEM, leased("one", 5_000_000, 2_000));
    watch.check(state());
    items.put(ITEM, leased("two", 7_000_000, 2_000));
    watch.check(state());
    items.put(ITEM, item(NOW, WorkKind.EFFECT).build());
    watch.check(state());
    items.put(ITEM, leased("three", 7_000_001, 2_000));
    watch.check(state());
    assertTrue(edges.of(Edge.LEASE_TAKEN_OVER) == 1, edges::toString);
  }

  private void check() {
    checks.check(state());
  }

  private void assertFinds(String words) {
    assertFinds(words, this::check);
  }

  private static void assertFinds(String words, Executable check) {
    InvariantViolation found = assertThrows(InvariantViolation.class, check);
    assertTrue(found.toString().contains(words), found::toString);
  }

  private DatabaseState state() {
    Map<ItemKey, String> numbers = new TreeMap<>();
    orders
        .values()
        .forEach(
            order ->
                numbers.put(
                    new ItemKey(TENANT, order.getZone(), order.getItem()), order.getNumber()));
    TenantState tenant =
        new TenantState(
            new TreeMap<>(items),
            Map.copyOf(deadLetters),
            GroupState.none(),
            orders,
            numbers,
            effects,
            tally,
            pausedZones);
    Changes changes = new Changes();
    Set<ItemKey> keys = new TreeSet<>(items.keySet());
    keys.addAll(before.keySet());
    keys.forEach(key -> changes.item(key, Optional.ofNullable(before.get(key))));
    deadLetters.keySet().forEach(changes::deadLetter);
    changes.order(TENANT, "o");
    changes.ordered(ITEM);
    changes.pointer(ZONE, Optional.empty());
    before = Map.copyOf(items);
    return new DatabaseState(NOW, version, Map.of(TENANT, tenant), pointers, changes);
  }

  private void addItemWithOrder(Instant vesting, WorkKind kind) {
    items.put(ITEM, item(vesting, kind).build());
    orders.put("o", order(kind).build());
  }

  private void addEffect(long times) {
    effects.put("o", SimulatedEffect.newBuilder().setNumber("o").setTimes(times).build());
  }

  private void addPointer(Instant vesting, Instant... nudges) {
    pointers.put(
        ZONE,
        new PointerState(
            Optional.of(0L),
            Optional.of(new DatabaseState.Asleep(0, true)),
            Optional.of(pointer(vesting)),
            List.of(nudges)));
  }
}
