package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.SecondaryKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks of a state in which no operation is under way: is every record found by each of its keys,
 * can a new record own every key that is free, and does a cleaner delete the index record of such a
 * key, and no other one? All of it holds at once, whatever crashed operations left.
 */
final class Probe {
  private static final int CLIENT = 9;

  private final FirstStates clients;
  private final Mode mode;

  Probe(FirstStates clients, Mode mode) {
    this.clients = clients;
    this.mode = mode;
  }

  /** Before a move that was left in the middle is ended, and afterwards. */
  Optional<String> failure(Stored before) {
    Optional<String> failure = failureNow(before);
    if (!mode.hasMoves() || failure.isPresent()) {
      return failure;
    }
    Stored ended = run(before, Operation.move()).stored;
    return ended.moved().time() != Moved.SETTLED_SWEEPING
            || ended.hasLeft()
            || !Model.of(ended.live()).equals(Model.of(before.live()))
        ? Optional.of("placement: a move ends as " + ended.text() + " from " + before.text())
        : failureNow(ended);
  }

  private Optional<String> failureNow(Stored before) {
    Stored stored = before;
    for (DataRecord each : before.live()) {
      if (!each.unindexed().isEmpty()) {
        stored = repaired(stored, each);
      }
    }
    if (!stored.unindexed().isEmpty() || stored.broken().isPresent()) {
      return Optional.of("repair: a key stays marked or owned twice in " + stored.text());
    }
    return failureOfRepaired(stored);
  }

  /** Where another record owns a key, the person who decides lets it have the key. */
  private Stored repaired(Stored stored, DataRecord record) {
    String pk = record.key().value();
    Ended repair = run(stored, new Operation(Operation.Kind.REPAIR, pk, List.of()));
    if (repair.result.kind() != OperationResult.Kind.TAKEN) {
      return repair.stored;
    }
    Model model = Model.of(stored.live());
    List<String> kept = new ArrayList<>();
    for (SecondaryKey key : record.keys()) {
      if (!record.unindexed().contains(key) || model.owners(key.value()).size() < 2) {
        kept.add(key.value());
      }
    }
    return run(repair.stored, new Operation(Operation.Kind.UPDATE, pk, List.copyOf(kept))).stored;
  }

  private Optional<String> failureOfRepaired(Stored stored) {
    Model model = Model.of(stored.live());
    for (String ak : Operation.AKS) {
      Optional<Model.Row> owner = model.owners(ak).stream().findFirst();
      OperationResult read =
          result(stored, new Operation(Operation.Kind.READ_BY_KEY, "", List.of(ak)));
      if (!read.found().equals(owner)) {
        return Optional.of("validity: " + ak + " belongs to " + owner + ", a read gives " + read);
      }
      Optional<String> cleaned = failureOfCleaner(stored, ak, owner.isPresent());
      if (cleaned.isPresent()) {
        return cleaned;
      }
      for (String pk : List.of("1", "2", "3")) {
        if (owner.isEmpty() && !model.rows().containsKey(pk)) {
          OperationResult created =
              result(stored, new Operation(Operation.Kind.CREATE, pk, List.of(ak)));
          if (created.kind() != OperationResult.Kind.DONE) {
            return Optional.of(
                "validity: " + ak + " is free, but a create of " + pk + " gives " + created);
          }
        } else if (owner.isEmpty()) {
          OperationResult updated =
              result(stored, new Operation(Operation.Kind.UPDATE, pk, List.of(ak)));
          if (updated.kind() != OperationResult.Kind.DONE) {
            return Optional.of(
                "validity: " + ak + " is free, but an update of " + pk + " gives " + updated);
          }
        }
      }
    }
    return Optional.empty();
  }

  /** While a slot moves, a cleaner may have several index records of one key. */
  private Optional<String> failureOfCleaner(Stored stored, String ak, boolean isOwned) {
    if (mode.hasMoves()) {
      return Optional.empty();
    }
    Stored cleaned = run(stored, new Operation(Operation.Kind.CLEAN, "", List.of(ak))).stored;
    if (isOwned) {
      return cleaned.equals(stored)
          ? Optional.empty()
          : Optional.of("validity: " + ak + " has an owner, but a cleaner changes it");
    }
    return cleaned.index().keySet().stream().anyMatch(each -> each.key().value().equals(ak))
        ? Optional.of("validity: " + ak + " is free, but a cleaner leaves its index record")
        : Optional.empty();
  }

  private record Ended(Stored stored, OperationResult result) {}

  private OperationResult result(Stored before, Operation operation) {
    return run(before, operation).result;
  }

  /** Runs an operation alone. */
  private Ended run(Stored before, Operation operation) {
    Stored stored = before;
    List<Integer> known = before.moved().known();
    ClientState local = clients.start(mode, operation, CLIENT, false, known.get(known.size() - 1));
    OperationResult result = local.result();
    while (result == null) {
      Stored.Answered answered = stored.answer(local.pending().get(0));
      stored = answered.after();
      local = local.after(0, answered.answer(), stored.moved());
      result = local.result();
    }
    return new Ended(stored, result);
  }
}
