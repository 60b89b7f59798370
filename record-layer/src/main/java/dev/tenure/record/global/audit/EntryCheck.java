package dev.tenure.record.global.audit;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.audit.Finding.Result;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.upkeep.Protocol;
import dev.tenure.record.global.upkeep.Upkeep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Judges an index record in the order of a cleaner: the index record, then the data record. An
 * index record that is not valid is read again:
 *
 * <pre>
 * data record has another version than ir   no write that relies on ir can succeed any more
 * data record has the version of ir         a write may be under way: ir is read again after the grace
 * </pre>
 *
 * <p>An index record in a shard in which no client looks for its key is garbage, valid or not.
 */
final class EntryCheck {
  private static final int LOOKS = 4;

  private final Upkeep upkeep;
  private final AuditOptions options;
  private final Repairs repairs;

  EntryCheck(Upkeep upkeep, AuditOptions options, Repairs repairs) {
    this.upkeep = upkeep;
    this.options = options;
    this.repairs = repairs;
  }

  CompletableFuture<List<Finding>> check(Protocol protocol, int place, IndexRecord ir) {
    return protocol.shards().indexPlacesOf(ir.key().key()).contains(place)
        ? look(protocol, place, ir, LOOKS, Optional.empty())
        : repairs
            .remove(protocol, place, ir)
            .thenCompose(result -> done(ir, State.MISPLACED, result));
  }

  /**
   * @param before the data record with the version of {@code ir}, as it was before the grace
   */
  private CompletableFuture<List<Finding>> look(
      Protocol protocol, int place, IndexRecord ir, int looks, Optional<DataRecord> before) {
    if (looks == 0) {
      return done(ir, State.UNDECIDED, Result.NONE);
    }
    return protocol
        .steps()
        .readData(ir.owner())
        .thenCompose(
            pdr -> {
              if (Cleaner.isValid(ir, pdr)) {
                return done(ir, State.VALID, Result.NONE);
              }
              boolean mayBeUnderWay =
                  pdr.isPresent()
                      && pdr.get().version().equals(ir.version())
                      && !pdr.equals(before);
              Duration grace = mayBeUnderWay ? options.grace() : Duration.ZERO;
              return upkeep
                  .pause(grace)
                  .thenCompose(
                      passed -> Steps.answered(protocol.steps().readIndex(place, ir.key())))
                  .thenCompose(
                      again -> {
                        if (again.isEmpty()) {
                          return CompletableFuture.completedFuture(List.of());
                        }
                        return mayBeUnderWay || !again.get().equals(ir)
                            ? look(protocol, place, again.get(), looks - 1, pdr)
                            : garbage(protocol, place, ir, pdr);
                      });
            });
  }

  private CompletableFuture<List<Finding>> garbage(
      Protocol protocol, int place, IndexRecord ir, Optional<DataRecord> pdr) {
    boolean isOrphaned = pdr.isEmpty() || pdr.get().isDummy();
    return repairs
        .clean(protocol, place, ir.key())
        .thenCompose(result -> done(ir, isOrphaned ? State.ORPHANED : State.DISOWNED, result));
  }

  private static CompletableFuture<List<Finding>> done(IndexRecord ir, State state, Result result) {
    return CompletableFuture.completedFuture(
        List.of(new Finding(state, ir.owner(), Optional.of(ir.key().key()), result)));
  }
}
