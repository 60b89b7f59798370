package dev.tenure.campaigns.globalindex;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A state of the shards with what follows from it, computed once. */
final class ShardsState {
  final Stored stored;
  final Optional<String> broken;

  /** A bit for each alternate key that is marked as unindexed. */
  final int loose;

  /** The number of this state in the exploration with the number {@code exploration}. */
  int number;

  int exploration = -1;
  private final IdentityHashMap<Request, Edge> edges = new IdentityHashMap<>();
  private final Table table;

  record Edge(ShardsState after, Object answer) {}

  private ShardsState(Stored stored, Table table) {
    this.stored = stored;
    this.broken = stored.broken();
    this.loose = bits(stored.unindexed());
    this.table = table;
  }

  private static int bits(Set<String> keys) {
    int bits = 0;
    for (String key : keys) {
      bits |= 1 << Operation.AKS.indexOf(key);
    }
    return bits;
  }

  Edge answer(Request request) {
    return edges.computeIfAbsent(
        request,
        asked -> {
          Stored.Answered answered = stored.answer(asked);
          return new Edge(table.state(answered.after()), answered.answer());
        });
  }

  /** All states met, each once. */
  static final class Table {
    private final Map<Stored, ShardsState> states = new HashMap<>();

    ShardsState state(Stored stored) {
      return states.computeIfAbsent(stored, each -> new ShardsState(each, this));
    }

    int size() {
      return states.size();
    }
  }
}
