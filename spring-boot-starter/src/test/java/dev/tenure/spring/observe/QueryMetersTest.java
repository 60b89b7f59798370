package dev.tenure.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.record.meter.QueryPlanning;
import dev.tenure.record.meter.QuerySummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class QueryMetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final QueryMeters meters = new QueryMeters(registry);

  private void ended(String name) {
    meters.ended(
        new QuerySummary(
            name, "shape", 3, 4, 5, 600, Duration.ofMillis(7), "CLOSED", () -> "no plan"));
  }

  private double count(String what, String name) {
    return registry.get("tenure.record.query." + what).tag("query", name).counter().count();
  }

  @Test
  void executionsAreCountedByName() {
    ended("open");
    ended("open");
    ended("closed");

    assertThat(count("rows", "open")).isEqualTo(6);
    assertThat(count("requests", "open")).isEqualTo(8);
    assertThat(count("keys.read", "closed")).isEqualTo(5);
    assertThat(count("bytes.read", "open")).isEqualTo(1_200);
    var timer = registry.get("tenure.record.query").tag("query", "open").timer();
    assertThat(timer.count()).isEqualTo(2);
    assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(14);
  }

  @Test
  void plansThatWereRememberedAreToldFromNewOnes() {
    meters.planned(new QueryPlanning("open", false, Duration.ofMillis(2)));
    meters.planned(new QueryPlanning("open", true, Duration.ZERO));
    meters.planned(new QueryPlanning("open", true, Duration.ZERO));

    assertThat(plans("hit")).isEqualTo(2);
    assertThat(plans("miss")).isEqualTo(1);
  }

  private long plans(String cache) {
    return registry.get("tenure.record.query.planning").tag("cache", cache).timer().count();
  }

  @Test
  void namesBeyondTheLimitShareOne() {
    for (int i = 0; i < QueryMeters.NAMES_MAX + 10; i++) {
      ended("query " + i);
    }

    assertThat(count("rows", "other")).isEqualTo(30);
    assertThat(count("rows", "query 0")).isEqualTo(3);
  }
}
