package dev.tenure.campaigns.globalindex;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/** A state of the shards with what follows from it, computed once. */
final class StoredState {
  final Stored stored;
  final Optional<String> broken;

  /** The number of this state in the exploration with the number {@code exploration}. */
  int number;

  int exploration = -1;
  private final IdentityHashMap<Request, Edge> edges = new IdentityHashMap<>();
  private final Table table;

  record Edge(StoredState after, Object answer) {}

  private StoredState(Stored stored, Table table) {
    this.stored = stored;
    this.broken = stored.broken();
    this.table = table;
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
    private final Map<Stored, StoredState> states = new HashMap<>();

    StoredState state(Stored stored) {
      return states.computeIfAbsent(stored, each -> new StoredState(each, this));
    }

    int size() {
      return states.size();
    }
  }
}
