package dev.tenure.testkit.external;

import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.external.store.ExternalStore;
import java.time.Duration;
import java.time.Instant;

class PointerLeasingContractTest extends ExternalStoreContract {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final MemoryExternalStore store =
      MemoryExternalStore.leasingPointers(() -> now, Duration.ofSeconds(30));

  @Override
  protected ExternalStore newStore() {
    return store;
  }

  @Override
  protected void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  protected ExternalEffects effects() {
    return (MemoryEffects) data -> data.merge("effects", "x", String::concat);
  }

  @Override
  protected ExternalEffects failingEffects() {
    return (MemoryEffects)
        data -> {
          data.put("effects", "y");
          throw new IllegalStateException("planted");
        };
  }

  @Override
  protected int applied() {
    return store.data().getOrDefault("effects", "").length();
  }
}
