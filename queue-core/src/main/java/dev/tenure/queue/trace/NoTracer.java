package dev.tenure.queue.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The propagation without a tracer: no thread is ever in a trace. */
enum NoTracer implements TracePropagation, TracePropagation.Run, TracePropagation.Scope {
  INSTANCE;

  @Override
  public Map<String, String> current() {
    return Map.of();
  }

  @Override
  public Run begin(String type, Map<String, String> attributes) {
    return this;
  }

  @Override
  public Scope open() {
    return this;
  }

  @Override
  public void end(@Nullable Throwable error) {}

  @Override
  public void close() {}
}
