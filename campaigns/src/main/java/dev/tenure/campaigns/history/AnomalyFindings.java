package dev.tenure.campaigns.history;

import java.util.ArrayList;
import java.util.List;

/**
 * The first anomalies found.
 */
final class AnomalyFindings {
  private static final int ANOMALIES_MAX = 20;

  private final List<Anomaly> anomalies = new ArrayList<>();

  void add(Anomaly.Kind kind, String what) {
    if (anomalies.size() < ANOMALIES_MAX) {
      anomalies.add(new Anomaly(kind, what));
    }
  }

  void require(boolean holds, Anomaly.Kind kind, String otherwise) {
    if (!holds) {
      add(kind, otherwise);
    }
  }

  List<Anomaly> all() {
    return List.copyOf(anomalies);
  }
}
