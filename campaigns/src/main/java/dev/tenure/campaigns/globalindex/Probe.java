package dev.tenure.campaigns.globalindex;

import java.util.List;
import java.util.Optional;

/**
 * Asks of a state in which no operation is under way: is every record found by each of its keys,
 * and can a new record own every key that is free? Both hold at once, whatever crashed operations
 * left.
 */
final class Probe {
  private static final int CLIENT = 9;

  private final Clients clients;
  private final Mode mode;

  Probe(Clients clients, Mode mode) {
    this.clients = clients;
    this.mode = mode;
  }

  Optional<String> failure(Stored stored) {
    Model model = Model.of(stored.live());
    for (String ak : Operation.AKS) {
      Optional<Model.Row> owner = model.owner(ak);
      Result read = run(stored, new Operation(Operation.Kind.READ_BY_KEY, "", List.of(ak)));
      if (!read.found().equals(owner)) {
        return Optional.of("validity: " + ak + " belongs to " + owner + ", a read gives " + read);
      }
      for (String pk : List.of("1", "2", "3")) {
        if (owner.isEmpty() && !model.rows().containsKey(pk)) {
          Result created = run(stored, new Operation(Operation.Kind.CREATE, pk, List.of(ak)));
          if (created.kind() != Result.Kind.DONE) {
            return Optional.of(
                "validity: " + ak + " is free, but a create of " + pk + " gives " + created);
          }
        } else if (owner.isEmpty()) {
          Result updated = run(stored, new Operation(Operation.Kind.UPDATE, pk, List.of(ak)));
          if (updated.kind() != Result.Kind.DONE) {
            return Optional.of(
                "validity: " + ak + " is free, but an update of " + pk + " gives " + updated);
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Runs an operation alone. */
  private Result run(Stored before, Operation operation) {
    Stored stored = before;
    ClientState local = clients.start(mode, operation, CLIENT);
    Result result = local.result();
    while (result == null) {
      Stored.Answered answered = stored.answer(local.pending().get(0));
      stored = answered.after();
      local = local.after(0, answered.answer());
      result = local.result();
    }
    return result;
  }
}
