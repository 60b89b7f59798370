package dev.tenure.campaigns.globalindex;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Computes what may be stored when the clients begin: all that earlier operations leave behind, one
 * after the other, each complete or crashed between any two of its steps. In a mode with outages,
 * one call of an index shard may have failed in each. In a mode in which the slot of a key moves, a
 * late client of an earlier move may have left an index record in the target.
 */
final class Beginnings {
  private static final int CLIENT = 8;
  private static final int INDEX_OUTAGES = 1;

  private final FirstStates clients;
  private final Mode mode;

  Beginnings(FirstStates clients, Mode mode) {
    this.clients = clients;
    this.mode = mode;
  }

  /** All normalized states after at most so many earlier operations. */
  List<Stored> after(int operations) {
    List<Stored> all = afterOperations(operations);
    return mode == Mode.INDEX_MOVES
        ? Stream.concat(all.stream(), all.stream().flatMap(each -> each.withLeftover().stream()))
            .toList()
        : all;
  }

  private List<Stored> afterOperations(int operations) {
    Set<Stored> all = new LinkedHashSet<>(List.of(Stored.EMPTY));
    Set<Stored> last = all;
    for (int i = 0; i < operations; i++) {
      Set<Stored> next = new LinkedHashSet<>();
      for (Stored before : last) {
        for (Operation operation : Operation.all(mode)) {
          int outages = Outages.of(mode, INDEX_OUTAGES, 0);
          add(before, clients.start(mode, operation, CLIENT), outages, next);
        }
      }
      next.removeAll(all);
      all = new LinkedHashSet<>(all);
      all.addAll(next);
      last = next;
    }
    return List.copyOf(all);
  }

  private void add(Stored stored, ClientState local, int outages, Set<Stored> to) {
    to.add(stored.normalized());
    for (int place = 0; place < local.pending().size(); place++) {
      Request request = local.pending().get(place);
      Stored.Answered answered = stored.answer(request);
      add(answered.after(), local.after(place, answered.answer(), Moved.NOTHING), outages, to);
      for (Outages.Failure each : Outages.of(request, outages)) {
        Stored after = each.isPerformed() ? answered.after() : stored;
        add(after, local.after(place, each.answer(), Moved.NOTHING), each.left(), to);
      }
    }
  }
}
