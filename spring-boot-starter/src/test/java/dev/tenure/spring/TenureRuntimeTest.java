package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class TenureRuntimeTest {
  /**
   * Answers of a FoundationDB client come in on its own thread, also after the close, and that
   * thread prints each exception that it meets.
   */
  @Test
  void taskThatComesAfterTheCloseIsDropped() {
    TenureRuntime runtime = TenureRuntime.start();
    CompletableFuture.runAsync(() -> {}, runtime.transactions()).join();
    runtime.close();
    AtomicBoolean ran = new AtomicBoolean();
    runtime.transactions().execute(() -> ran.set(true));
    assertThat(ran).isFalse();
    assertThat(runtime.transactions().isTerminated()).isTrue();
  }
}
