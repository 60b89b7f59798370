package dev.tenure.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class PercentilesTest {

  @Test
  void percentileIsTheNearestRank() {
    Percentiles percentiles = new Percentiles();
    for (int i = 100; i >= 1; i--) {
      percentiles.add(i);
    }
    assertEquals(50, percentiles.percentile(50));
    assertEquals(99, percentiles.percentile(99));
    assertEquals(100, percentiles.percentile(99.9));
    assertEquals(100, percentiles.percentile(100));
    assertEquals(0, new Percentiles().percentile(50));
  }
}
