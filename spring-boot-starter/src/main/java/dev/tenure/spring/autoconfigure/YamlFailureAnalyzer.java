package dev.tenure.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/**
 * Tells what is wrong in a configuration file that is no YAML. SnakeYAML is not named by its
 * classes, since an application may lack it.
 */
final class YamlFailureAnalyzer implements FailureAnalyzer {
  private static final String SNAKE_YAML = "org.yaml.snakeyaml.";

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.getClass().getName().startsWith(SNAKE_YAML)) {
        return new FailureAnalysis(
            "a configuration file is no YAML: " + cause.getMessage(),
            "Correct application.yaml, or the file of spring.config.additional-location.",
            failure);
      }
    }
    return null;
  }
}
