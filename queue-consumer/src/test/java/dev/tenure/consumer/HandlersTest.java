package dev.tenure.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HandlersTest {
  private static final ItemHandler<String> HANDLER =
      (payload, context) -> CompletableFuture.completedFuture(Outcome.done());

  private static WorkType<String> type(String name) {
    return WorkType.of(name, PayloadCodecs.text());
  }

  @Test
  void typesComeInTheOrderOfRegistration() {
    Handlers handlers = Handlers.builder().on(type("z"), HANDLER).on(type("a"), HANDLER).build();
    assertEquals(List.of("z", "a"), List.copyOf(handlers.types()));
    assertTrue(handlers.find("z").isPresent());
    assertTrue(handlers.find("b").isEmpty());
  }

  @Test
  void oneTypeHasOneHandler() {
    Handlers.Builder builder = Handlers.builder().on(type("a"), HANDLER);
    IllegalArgumentException twice =
        assertThrows(IllegalArgumentException.class, () -> builder.on(type("a"), HANDLER));
    assertEquals("work type \"a\" has two handlers, it can have one", twice.getMessage());
  }

  @Test
  void withoutHandlersThereIsNothingToConsume() {
    assertThrows(IllegalStateException.class, () -> Handlers.builder().build());
  }
}
