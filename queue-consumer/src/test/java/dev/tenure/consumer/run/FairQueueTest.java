package dev.tenure.consumer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FairQueueTest {
  private final FairQueue<String, String> queue = new FairQueue<>();

  private void add(String zone, int items) {
    for (int i = 0; i < items; i++) {
      queue.add(zone, zone + i);
    }
  }

  private List<String> poll(int items) {
    return IntStream.range(0, items).mapToObj(i -> String.valueOf(queue.poll())).toList();
  }

  private static List<String> items(String zone, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> zone + i).toList();
  }

  @Test
  void itemsOfAZoneKeepTheirOrder() {
    assertNull(queue.poll());
    add("a", 3);
    assertEquals(items("a", 0, 3), poll(3));
    assertNull(queue.poll());
  }

  @Test
  void aShortQueueWaitsForThirtyTwoOfALongOne() {
    add("long", 100);
    add("short", 1);
    assertEquals(items("long", 0, 32), poll(32));
    assertEquals(items("short", 0, 1), poll(1));
    assertEquals(items("long", 32, 100), poll(68));
    assertNull(queue.poll());
  }

  @Test
  void zonesTakeTurnsAndOneThatRanEmptyComesLast() {
    add("a", 33);
    add("b", 2);
    List<String> expected = new ArrayList<>(items("a", 0, 32));
    expected.addAll(items("b", 0, 2));
    assertEquals(expected, poll(34));
    add("b", 1);
    assertEquals(List.of("a32", "b0"), poll(2));
  }

  @Test
  void whatIsDrainedIsGone() {
    add("a", 2);
    add("b", 1);
    assertEquals(List.of("a0", "a1", "b0"), queue.drain());
    assertNull(queue.poll());
    add("a", 40);
    assertEquals(items("a", 0, 40), poll(40));
  }
}
