package dev.tenure.examples.directory;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The reason of a change. */
public final class ReasonOption {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "the reason for the audit log, at most 500 characters")
  private @Nullable String reason;

  /** The body of a request, with the reason if one was given. */
  public Map<String, Object> body(Map<String, ?> fields) {
    Map<String, Object> body = new LinkedHashMap<>(fields);
    if (reason != null) {
      body.put("reason", reason);
    }
    return body;
  }
}
