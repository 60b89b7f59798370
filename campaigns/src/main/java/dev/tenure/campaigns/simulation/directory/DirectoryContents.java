package dev.tenure.campaigns.simulation.directory;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Entries and stores as they are stored, and as they were: read again, past all faults, after each
 * task of the engine that made a write visible.
 */
final class DirectoryContents {
  private static final long TENANT_TYPE = 1_100;

  private final DirectoryWorld world;
  private final TruthReader reader;
  private final Map<TenantId, DirectoryHistory<Optional<Entry>>> entries = new HashMap<>();
  private final Map<SecondaryKey, DirectoryHistory<Optional<TenantId>>> owners = new HashMap<>();
  private final Map<Place, DirectoryHistory<Optional<SimulatedStore.Standing>>> standings =
      new HashMap<>();
  private final Map<Place, SimulatedStore> stores = new HashMap<>();
  private final Set<String> ordersSeen = new TreeSet<>();
  private final List<Listener> listeners = new ArrayList<>();
  private Dirty written = new Dirty();
  private Dirty writtenBefore = new Dirty();
  private long lastVersion;

  /** Where a store may lie. */
  record Place(TenantId tenant, String cluster) {}

  /** Is told what has changed. */
  interface Listener {
    /** A store came, changed or went. */
    default void changed(
        Place place, Optional<SimulatedStore> before, Optional<SimulatedStore> after) {}

    /** All that one commit changed has been told. */
    default void changedAll() {}
  }

  /** What has to be read again. */
  private static final class Dirty {
    final Set<Place> places = new LinkedHashSet<>();
    boolean directory;

    boolean isEmpty() {
      return places.isEmpty() && !directory;
    }
  }

  DirectoryContents(DirectoryWorld world) {
    this.world = world;
    this.reader = new TruthReader(world);
    for (TenantId tenant : world.tenants) {
      entries.put(tenant, new DirectoryHistory<>(Optional.empty()));
      for (ClusterOptions cluster : world.clusters) {
        standings.put(new Place(tenant, cluster.name()), new DirectoryHistory<>(Optional.empty()));
      }
    }
    world.keys.forEach(key -> owners.put(key, new DirectoryHistory<>(Optional.empty())));
  }

  void listen(Listener listener) {
    listeners.add(listener);
  }

  TruthReader reader() {
    return reader;
  }

  void begin() {
    world.scheduler.afterEachTask(this::afterTask);
  }

  /** The time that calls note when they begin. */
  long task() {
    return world.scheduler.tasksRun();
  }

  private void afterTask(SimulatedProcess process) {
    if (!world.engine.runsIn(process)) {
      return;
    }
    world.engine.takeWritten().ifPresentOrElse(this::note, this::noteAll);
    if (written.isEmpty() && writtenBefore.isEmpty()) {
      return;
    }
    long version = reader.version();
    if (version != lastVersion) {
      lastVersion = version;
      Dirty dirty = new Dirty();
      dirty.places.addAll(writtenBefore.places);
      dirty.places.addAll(written.places);
      dirty.directory = writtenBefore.directory || written.directory;
      writtenBefore = written;
      written = new Dirty();
      read(dirty);
    }
  }

  private void noteAll() {
    written.directory = true;
    written.places.addAll(standings.keySet());
  }

  private void note(List<byte[]> keys) {
    for (byte[] key : keys) {
      for (ClusterOptions cluster : world.clusters) {
        if (cluster.root().contains(key)) {
          note(cluster, cluster.root().unpack(key));
        }
      }
    }
  }

  private void note(ClusterOptions cluster, Tuple path) {
    if (path.size() < 2 || path.getLong(0) != TruthReader.LAYOUT) {
      return;
    }
    long part = path.getLong(1);
    if (part == TruthReader.DIRECTORY_SHARD) {
      written.directory = true;
    } else if (part == TruthReader.TENANT_STORES && path.size() > 3) {
      note(cluster, path.getString(3));
    } else if (part == TruthReader.CLUSTER_STORE
        && path.size() > 4
        && path.get(3) instanceof Long type
        && type == TENANT_TYPE
        && path.get(4) instanceof List<?>) {
      note(cluster, path.getNestedTuple(4).getString(1));
    }
  }

  private void note(ClusterOptions cluster, String user) {
    world.tenants.stream()
        .filter(tenant -> tenant.user().equals(user))
        .forEach(tenant -> written.places.add(new Place(tenant, cluster.name())));
  }

  private void read(Dirty dirty) {
    if (dirty.directory) {
      readEntries();
    }
    reader.inContext(
        context -> dirty.places.forEach(each -> readStore(each, reader.store(context, each))));
    listeners.forEach(Listener::changedAll);
  }

  private void readEntries() {
    Map<TenantId, Entry> found = reader.entries();
    for (TenantId tenant : world.tenants) {
      Optional<Entry> now = Optional.ofNullable(found.get(tenant));
      if (!now.equals(entryOf(tenant).now())) {
        world.scheduler.note(
            "  entry of " + tenant + ": " + now.map(Entry::toString).orElse("none"));
      }
      entryOf(tenant).set(task(), now);
    }
    for (SecondaryKey key : world.keys) {
      List<TenantId> all =
          found.entrySet().stream()
              .filter(each -> each.getValue().keys().contains(key))
              .map(Map.Entry::getKey)
              .sorted((one, other) -> one.user().compareTo(other.user()))
              .toList();
      world.require(all.size() < 2, "the alternate key " + key.value() + " has owners " + all);
      ownerOf(key).set(task(), all.stream().findFirst());
    }
  }

  private void readStore(Place place, Optional<SimulatedStore> now) {
    Optional<SimulatedStore> before = Optional.ofNullable(stores.get(place));
    if (before.equals(now)) {
      return;
    }
    now.ifPresentOrElse(store -> stores.put(place, store), () -> stores.remove(place));
    now.ifPresent(store -> ordersSeen.addAll(store.orders()));
    Optional<SimulatedStore.Standing> standing = now.map(SimulatedStore::standing);
    if (!before.map(SimulatedStore::standing).equals(standing)) {
      world.scheduler.note(
          "  store of " + place + ": " + standing.map(each -> each.toString()).orElse("none"));
    }
    standingAt(place).set(task(), standing);
    listeners.forEach(each -> each.changed(place, before, now));
  }

  private static <K, V> V known(Map<K, V> map, K key) {
    V value = map.get(key);
    if (value == null) {
      throw new IllegalArgumentException("nothing is known of " + key);
    }
    return value;
  }

  DirectoryHistory<Optional<Entry>> entryOf(TenantId tenant) {
    return known(entries, tenant);
  }

  DirectoryHistory<Optional<TenantId>> ownerOf(SecondaryKey key) {
    return known(owners, key);
  }

  DirectoryHistory<Optional<SimulatedStore.Standing>> standingAt(Place place) {
    return known(standings, place);
  }

  /** The tenant's stores now. */
  List<Place> storesOf(TenantId tenant) {
    return world.plan.clusters().stream()
        .map(cluster -> new Place(tenant, cluster))
        .filter(stores::containsKey)
        .toList();
  }

  /** The life of the tenant's settled entry. */
  Optional<Long> lifeOf(TenantId tenant) {
    return entryOf(tenant).now().filter(Entry::isSettled).map(Entry::life);
  }

  Optional<SimulatedStore> storeAt(Place place) {
    return Optional.ofNullable(stores.get(place));
  }

  /** Whether an order was ever stored. */
  boolean wasStored(String order) {
    return ordersSeen.contains(order);
  }

  /**
   * Whether at some time since the task no cluster had a store of the tenant that such a condition
   * accepts.
   */
  boolean everWithout(TenantId tenant, long since, Predicate<SimulatedStore.Standing> condition) {
    List<DirectoryHistory<Optional<SimulatedStore.Standing>>> all =
        world.plan.clusters().stream().map(each -> standingAt(new Place(tenant, each))).toList();
    return DirectoryHistory.everAllOf(all, since, each -> each.filter(condition).isEmpty());
  }
}
