package dev.tenure.spring.observe;

import dev.tenure.record.meter.QueryListener;
import dev.tenure.record.meter.QueryPlanning;
import dev.tenure.record.meter.QuerySummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Meters of queries by name: the name that the client has given, or a short name of the query's
 * shape. Beyond a maximum of names, further ones count as {@code other}.
 */
public final class QueryMeters implements QueryListener {
  static final int NAMES_MAX = 100;

  private static final String PREFIX = "tenure.record.query";
  private static final String OTHER = "other";

  private final MeterRegistry registry;
  private final Set<String> names = ConcurrentHashMap.newKeySet();

  public QueryMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void ended(QuerySummary summary) {
    String name = known(summary.name());
    registry.timer(PREFIX, "query", name).record(summary.took());
    count("rows", name, summary.rows());
    count("requests", name, summary.requests());
    count("keys.read", name, summary.keys());
    count("bytes.read", name, summary.bytes());
  }

  @Override
  public void planned(QueryPlanning planning) {
    String cache = planning.remembered() ? "hit" : "miss";
    registry
        .timer(PREFIX + ".planning", "query", known(planning.name()), "cache", cache)
        .record(planning.took());
  }

  private void count(String what, String name, long amount) {
    registry.counter(PREFIX + "." + what, "query", name).increment((double) amount);
  }

  private synchronized String known(String name) {
    if (names.contains(name)) {
      return name;
    }
    if (names.size() < NAMES_MAX) {
      names.add(name);
      return name;
    }
    return OTHER;
  }
}
