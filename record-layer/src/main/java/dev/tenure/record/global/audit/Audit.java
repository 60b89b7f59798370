package dev.tenure.record.global.audit;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.audit.Finding.Result;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.Walk;
import dev.tenure.record.global.upkeep.WalkPosition;
import dev.tenure.record.global.violation.Violations;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Checks every data record and every index record, while other clients write. {@code
 * docs/global-index.md} says why each finding is exact, and what a repair does.
 */
public final class Audit {
  private final Upkeep upkeep;
  private final AuditOptions options;
  private final AuditListener listener;

  public Audit(Upkeep upkeep, AuditOptions options, AuditListener listener) {
    this.upkeep = upkeep;
    this.options = options;
    this.listener = listener;
  }

  /**
   * Runs from a position, or from the beginning.
   *
   * @return fails with SHARD_DOWN, or with CONTINUATION_REFUSED when the position is of other
   *     shards; after a failure, a further run can continue from the last position that the
   *     listener was given
   */
  public CompletableFuture<AuditReport> run(Optional<WalkPosition> from) {
    return run(from, (protocol, record) -> CompletableFuture.completedFuture(null));
  }

  /**
   * As {@link #run(Optional)}, together with an audit by the application in the same walk.
   *
   * @param also is given each data record before its keys are checked
   */
  public CompletableFuture<AuditReport> run(
      Optional<WalkPosition> from, Walk.Visitor<DataRecord> also) {
    Counts counts = new Counts();
    Repairs repairs = new Repairs(options.repair(), new Violations(upkeep));
    DataCheck data = new DataCheck(upkeep, options, repairs);
    EntryCheck entries = new EntryCheck(upkeep, options, repairs);
    return new Walk(upkeep, "audit", options.walk(), listener::progress)
        .data(
            (protocol, record) ->
                also.visit(protocol, record)
                    .thenCompose(visited -> data.check(protocol, record))
                    .thenAccept(counts::add))
        .index((protocol, ir) -> entries.check(protocol, ir).thenAccept(counts::add))
        .run(from)
        .thenApply(counts::report);
  }

  private final class Counts {
    private final Map<State, Long> states = new EnumMap<>(State.class);
    private final Map<Result, Long> results = new EnumMap<>(Result.class);

    synchronized void add(List<Finding> findings) {
      for (Finding each : findings) {
        states.merge(each.state(), 1L, Long::sum);
        if (each.state() != State.VALID) {
          results.merge(each.result(), 1L, Long::sum);
          listener.found(each);
        }
      }
    }

    synchronized AuditReport report(Optional<WalkPosition> position) {
      return new AuditReport(states, results, position);
    }
  }
}
