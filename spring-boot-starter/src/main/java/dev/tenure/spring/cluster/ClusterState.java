package dev.tenure.spring.cluster;

import java.util.Optional;

/**
 * Whether a cluster of this process has been opened.
 *
 * @param required whether the process starts only when the cluster answers
 * @param problem the reason why the cluster is not open, in one sentence; empty exactly when it is
 *     open
 */
public record ClusterState(String name, String url, boolean required, Optional<String> problem) {

  public boolean open() {
    return problem.isEmpty();
  }
}
