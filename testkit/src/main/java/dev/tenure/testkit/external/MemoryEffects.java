package dev.tenure.testkit.external;

import dev.tenure.queue.external.store.ExternalEffects;
import java.util.Map;

/** Effects on the application's data in a {@link MemoryExternalStore}. */
@FunctionalInterface
public interface MemoryEffects extends ExternalEffects {

  /** Changes the data. When it throws, neither its changes nor the completion take place. */
  void apply(Map<String, String> data);
}
