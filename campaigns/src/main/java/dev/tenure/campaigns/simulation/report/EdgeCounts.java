package dev.tenure.campaigns.simulation.report;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How often each edge was reached. Not thread-safe. */
public final class EdgeCounts {
  private final Map<Edge, Long> counts = new EnumMap<>(Edge.class);

  public void hit(Edge edge) {
    add(edge, 1);
  }

  public void add(Edge edge, long times) {
    counts.merge(edge, times, Long::sum);
  }

  public void addAll(EdgeCounts others) {
    others.counts.forEach(this::add);
  }

  public long of(Edge edge) {
    return counts.getOrDefault(edge, 0L);
  }

  /** The edges never reached, in their order. */
  public List<Edge> missing() {
    return Arrays.stream(Edge.values()).filter(edge -> of(edge) == 0).toList();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Edge edge : Edge.values()) {
      text.append(text.isEmpty() ? "" : ", ").append(edge).append(' ').append(of(edge));
    }
    return text.toString();
  }
}
