package dev.tenure.campaigns.simulation.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueItem;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each check is shown groups that break it. */
class GroupChecksTest {
  private static final TenantId TENANT = new TenantId("mail", "user-0");
  private static final GroupKey GROUP = new GroupKey(TENANT, "default", "g");

  private final Map<ItemKey, QueueItem> items = new TreeMap<>();
  private final Map<String, SimulatedOrder> orders = new TreeMap<>();
  private final GroupState groups =
      new GroupState(new TreeMap<>(), new TreeSet<>(), new TreeMap<>(), new TreeMap<>());
  private TenantState before = tenant();

  @Test
  void aHeadBeforeItsFollowersIsFine() {
    addHead("a", 1);
    addFollower("b", 2);
    check();
  }

  @Test
  void twoHeadsAreFound() {
    addHead("a", 1);
    addHead("b", 2);
    assertFinds("has two heads, a and b");
  }

  @Test
  void aFollowerWithoutHeadIsFound() {
    addFollower("b", 2);
    assertFinds("waits in mail/user-0/default group g, which has no head");
  }

  @Test
  void aHeadThatJoinedLaterThanAFollowerIsFound() {
    addHead("a", 3);
    addFollower("b", 2);
    assertFinds("which mail/user-0/default/b joined before it");
  }

  @Test
  void aGroupThatExistsWithoutHeadAndTheReverseAreFound() {
    groups.existing().add(GROUP);
    assertFinds("groups exist: [mail/user-0/default group g], groups have heads: []");
    addHead("a", 1);
    groups.existing().clear();
    assertFinds("groups exist: []");
  }

  @Test
  void anotherHeadThanIsSaidIsFound() {
    addHead("a", 1);
    groups.heads().put(GROUP, "b");
    assertFinds("heads are said to be");
  }

  @Test
  void aMemberThatNeverJoinedIsFound() {
    addHead("a", 1);
    addFollower("b", 2);
    groups.turns().remove("b");
    assertFinds("b is in a group and never joined one");
  }

  @Test
  void whatBecomesOfGroupsIsNoted() {
    EdgeCounts edges = new EdgeCounts();
    GroupWatch watch = new GroupWatch(edges);
    watch.look(state());
    addHead("a", 1);
    addFollower("b", 2);
    watch.look(state());
    items.computeIfPresent(key("a"), (key, item) -> item.toBuilder().setErrorCount(1).build());
    watch.look(state());
    items.clear();
    groups.followers().clear();
    addHead("b", 2);
    watch.look(state());
    items.clear();
    groups.existing().clear();
    watch.look(state());
    for (Edge edge :
        List.of(Edge.GROUP_BEGUN, Edge.GROUP_RETRIED, Edge.GROUP_PROMOTED, Edge.GROUP_ENDED)) {
      assertEquals(1, edges.of(edge), edge::name);
    }
  }

  private void check() {
    GroupChecks.check(TENANT, tenant());
  }

  private void assertFinds(String words) {
    InvariantViolation found = assertThrows(InvariantViolation.class, this::check);
    assertTrue(found.toString().contains(words), found::toString);
  }

  private TenantState tenant() {
    Map<ItemKey, String> numbers = new TreeMap<>();
    orders.forEach((number, order) -> numbers.put(key(order.getItem()), number));
    return new TenantState(
        new TreeMap<>(items),
        Map.of(),
        new GroupState(
            new TreeMap<>(groups.followers()),
            new TreeSet<>(groups.existing()),
            groups.heads(),
            groups.turns()),
        orders,
        numbers,
        Map.of(),
        0,
        Set.of());
  }

  private DatabaseState state() {
    TenantState now = tenant();
    Instant time = Instant.parse("2026-01-01T00:00:00Z");
    DatabaseState state = new DatabaseState(time, 1, Map.of(TENANT, now), Map.of(), changesTo(now));
    before = now;
    return state;
  }

  private Changes changesTo(TenantState now) {
    Changes changes = new Changes();
    Set<ItemKey> keys = new TreeSet<>(before.items().keySet());
    keys.addAll(now.items().keySet());
    keys.forEach(key -> changes.item(key, Optional.ofNullable(before.items().get(key))));
    Set<ItemKey> followers = new TreeSet<>(before.groups().followers().keySet());
    followers.addAll(now.groups().followers().keySet());
    followers.forEach(changes::follower);
    if (before.groups().existing().contains(GROUP) != now.groups().existing().contains(GROUP)) {
      changes.group(GROUP, before.groups().existing().contains(GROUP));
    }
    return changes;
  }

  private static ItemKey key(String id) {
    return new ItemKey(TENANT, "default", id);
  }

  private void addHead(String id, int version) {
    join(id, version);
    QueueItem item = QueueItem.newBuilder().setZone("default").setId(id).setGroup("g").build();
    items.put(key(id), item);
    groups.existing().add(GROUP);
    groups.heads().put(GROUP, id);
  }

  private void addFollower(String id, int version) {
    join(id, version);
    groups
        .followers()
        .put(
            key(id), QueueFollower.newBuilder().setZone("default").setId(id).setGroup("g").build());
  }

  private void join(String id, int version) {
    orders.put(
        id, SimulatedOrder.newBuilder().setNumber(id).setZone("default").setItem(id).build());
    groups.turns().put(id, Versionstamp.complete(new byte[10], version));
  }
}
