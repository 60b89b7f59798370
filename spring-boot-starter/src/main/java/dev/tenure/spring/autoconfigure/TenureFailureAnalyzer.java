package dev.tenure.spring.autoconfigure;

import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.cluster.ClusterUnavailableException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Describes a failed start in one sentence instead of a stack trace. */
final class TenureFailureAnalyzer implements FailureAnalyzer {

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TenureConfigurationException wrong) {
        return new FailureAnalysis(String.valueOf(wrong.getMessage()), wrong.action(), failure);
      }
      if (cause instanceof ClusterUnavailableException) {
        return new FailureAnalysis(
            String.valueOf(cause.getMessage()),
            "Correct tenure.clusters, or make the cluster available.",
            failure);
      }
    }
    return null;
  }
}
