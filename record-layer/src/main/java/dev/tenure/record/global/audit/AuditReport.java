package dev.tenure.record.global.audit;

import dev.tenure.record.global.audit.Finding.Result;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The findings of one run of an audit.
 *
 * @param states the number of findings of each state; a state without findings is absent
 * @param results the number of findings that are not VALID, by the result of their repair
 * @param position the place from which a later run continues; empty when all shards are done
 */
public record AuditReport(
    Map<State, Long> states, Map<Result, Long> results, Optional<WalkPosition> position) {
  public AuditReport {
    states = Collections.unmodifiableMap(new TreeMap<>(states));
    results = Collections.unmodifiableMap(new TreeMap<>(results));
  }

  public long count(State state) {
    return states.getOrDefault(state, 0L);
  }

  public long count(Result result) {
    return results.getOrDefault(result, 0L);
  }
}
