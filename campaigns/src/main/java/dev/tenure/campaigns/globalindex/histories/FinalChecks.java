package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.SecondaryKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Checks what must hold when all faults are over and no call is under way: records that were
 * written while a shard was down are repaired; then every record is found by each of its keys, and
 * every key without an owner can be owned at once by a new record and by each old one. Nothing is
 * retried, unless the lease of the stored keys ended meanwhile.
 */
final class FinalChecks {
  private static final int CREATES = 4;

  private final HistoryWorld world;
  private final List<Client> clients;
  private final Caller caller;
  private int turn;

  /** Runs an operation as a part of the history, and waits until nothing is under way. */
  interface Caller {
    void call(Client client, Call call);
  }

  FinalChecks(HistoryWorld world, List<Client> clients, Caller caller) {
    this.world = world;
    this.clients = clients;
    this.caller = caller;
  }

  void check() {
    for (DataRecord each : world.live()) {
      if (!each.unindexed().isEmpty()) {
        repair(each);
      }
    }
    for (DataRecord each : world.live()) {
      if (!each.unindexed().isEmpty()) {
        world.violation("repair: a key is still marked in " + SeenRecord.of(each));
      }
    }
    for (int i = 0; i < world.plan.alternateKeys() && world.violation().isEmpty(); i++) {
      checkKey(HistoryPlan.alternate(i));
    }
  }

  /** Where another record owns a key, the person who decides lets it have the key. */
  private void repair(DataRecord record) {
    String pk = record.key().value();
    Call repair = run(Call.Kind.REPAIR, pk, Optional.empty(), Set.of());
    if (repair.failure == Reason.KEY_TAKEN) {
      Set<SecondaryKey> kept = new TreeSet<>(record.keys());
      kept.removeIf(key -> record.unindexed().contains(key) && owners(key).size() > 1);
      world.reached.note("person decided");
      repair = run(Call.Kind.UPDATE, pk, Optional.empty(), kept);
    }
    if (repair.failure != null) {
      world.violation("repair: nothing is under way, and it gives " + repair);
    }
  }

  private void checkKey(SecondaryKey key) {
    List<SeenRecord> owners = owners(key);
    if (owners.size() > 1) {
      world.violation("uniqueness: all is repaired, and " + owners + " own " + key.value());
    }
    for (int i = 0; i < clients.size(); i++) {
      Call read = run(Call.Kind.READ, "", Optional.of(key), Set.of());
      if (read.failure != null || !read.found.equals(owners)) {
        world.violation("validity: " + owners + " own " + key.value() + ", and " + read);
      }
    }
    if (!owners.isEmpty() || world.violation().isPresent()) {
      return;
    }
    required(run(Call.Kind.CREATE, "new", Optional.empty(), Set.of(key)));
    required(run(Call.Kind.DELETE, "", Optional.of(key), Set.of()));
    for (DataRecord each : world.live()) {
      Set<SecondaryKey> more = new TreeSet<>(each.keys());
      more.add(key);
      String pk = each.key().value();
      required(run(Call.Kind.UPDATE, pk, Optional.empty(), more));
      required(run(Call.Kind.UPDATE, pk, Optional.empty(), each.keys()));
    }
  }

  /** A create that meets nobody has no conflict, whatever is done with the slot of its record. */
  void checkCreates() {
    Optional<SecondaryKey> free =
        IntStream.range(0, world.plan.alternateKeys())
            .mapToObj(HistoryPlan::alternate)
            .filter(key -> owners(key).isEmpty())
            .findFirst();
    for (int i = 0; i < CREATES && free.isPresent() && world.violation().isEmpty(); i++) {
      String pk = "new" + i;
      required(run(Call.Kind.CREATE, pk, Optional.empty(), Set.of(free.get())));
      required(run(Call.Kind.DELETE, pk, Optional.empty(), Set.of()));
    }
  }

  private List<SeenRecord> owners(SecondaryKey key) {
    return world.live().stream().filter(each -> each.owns(key)).map(SeenRecord::of).toList();
  }

  private void required(Call call) {
    if (call.failure != null) {
      world.violation("validity: nothing is under way, the key is free, and " + call);
    }
  }

  /** The clients take turns. An operation that outlived its lease is called again. */
  private Call run(Call.Kind kind, String pk, Optional<SecondaryKey> by, Set<SecondaryKey> keys) {
    while (true) {
      long begin = world.tick();
      Call call = new Call(kind, pk, by, keys, "end" + begin, begin);
      caller.call(clients.get(++turn % clients.size()), call);
      if (!call.isTooLate) {
        return call;
      }
    }
  }
}
