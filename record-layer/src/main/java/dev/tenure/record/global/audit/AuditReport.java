package dev.tenure.record.global.audit;

import dev.tenure.record.global.audit.Finding.Result;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one run of an audit found.
 *
 * @param states how often each state was found; states that were not found are absent
 * @param results what became of the findings that are not VALID
 * @param position where a later run goes on; empty when all shards are done
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
