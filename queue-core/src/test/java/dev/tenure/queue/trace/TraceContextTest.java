package dev.tenure.queue.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceContextTest {
  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Test
  void aTraceParentIsReadAndWritten() {
    TraceContext trace = TraceContext.parse(PARENT);
    assertEquals("4bf92f3577b34da6a3ce929d0e0e4736", trace.traceId());
    assertEquals("00f067aa0ba902b7", trace.parentId());
    assertTrue(trace.sampled());
    assertEquals(PARENT, trace.traceParent());
    assertFalse(TraceContext.parse(PARENT.replace("-01", "-00")).sampled());
  }

  @Test
  void aLaterVersionMayHaveMoreBehindTheFlags() {
    String later = "cc" + PARENT.substring(2);
    assertEquals(PARENT, TraceContext.parse(later).traceParent());
    assertEquals(PARENT, TraceContext.parse(later + "-what-the-future-brings").traceParent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x",
      })
  void whatIsNoTraceParentIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> TraceContext.parse(text));
    assertEquals(Optional.empty(), TraceContext.of(Map.of(TraceContext.TRACE_PARENT, text)));
  }

  @Test
  void anythingIsEitherATraceOrNone() {
    Random random = new Random(5);
    for (int i = 0; i < 5_000; i++) {
      char[] text = PARENT.toCharArray();
      text[random.nextInt(text.length)] = (char) (32 + random.nextInt(300));
      TraceContext.of(Map.of(TraceContext.TRACE_PARENT, new String(text)))
          .ifPresent(trace -> assertEquals(trace, TraceContext.parse(trace.traceParent())));
    }
  }

  @Test
  void anItemCarriesItsTraceAmongItsOtherAttributes() {
    TraceContext trace =
        TraceContext.parse(PARENT).withTraceState("congo=t61").withBaggage("user=ahab");
    NewItem item = TestCluster.item("x").withAttributes(Map.of("colour", "red")).withTrace(trace);
    assertEquals(
        Map.of(
            "colour",
            "red",
            "traceparent",
            PARENT,
            "tracestate",
            "congo=t61",
            "baggage",
            "user=ahab"),
        item.body().attributes());
    assertEquals(Optional.of(trace), TraceContext.of(item.body().attributes()));
    TraceContext other = TraceContext.parse(PARENT.replace("-01", "-00"));
    assertEquals(
        Map.of("colour", "red", "traceparent", other.traceParent()),
        item.withTrace(other).body().attributes(),
        "nothing is left of the trace before");
  }

  @Test
  void whatIsTooLongIsRefusedByProducersAndLeftOutByReaders() {
    TraceContext trace = TraceContext.parse(PARENT);
    assertEquals(
        "tracestate is 513 characters, it must be 1 to 512",
        assertThrows(IllegalArgumentException.class, () -> trace.withTraceState("x".repeat(513)))
            .getMessage());
    assertEquals(
        "baggage is 4097 characters, it must be 1 to 4096",
        assertThrows(IllegalArgumentException.class, () -> trace.withBaggage("x".repeat(4_097)))
            .getMessage());
    assertEquals(
        Optional.of(trace),
        TraceContext.of(
            Map.of(
                "traceparent",
                PARENT,
                "tracestate",
                "x".repeat(513),
                "baggage",
                "x".repeat(4_097))));
    assertEquals(512, trace.withTraceState("x".repeat(512)).traceState().orElseThrow().length());
  }
}
