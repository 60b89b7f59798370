package dev.tenure.testkit.external;

import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.external.store.ExternalStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;

class MemoryStoreContractTest {

  @Nested
  class LeasingItems extends OnMemory {
    @Override
    MemoryExternalStore store() {
      return MemoryExternalStore.leasingItems(() -> now);
    }
  }

  @Nested
  class LeasingPointers extends OnMemory {
    @Override
    MemoryExternalStore store() {
      return MemoryExternalStore.leasingPointers(() -> now, Duration.ofSeconds(30));
    }
  }

  private abstract static class OnMemory extends ExternalStoreContract {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private MemoryExternalStore made = store();

    abstract MemoryExternalStore store();

    @Override
    protected ExternalStore newStore() {
      made = store();
      return made;
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
      return made.data().getOrDefault("effects", "").length();
    }
  }
}
