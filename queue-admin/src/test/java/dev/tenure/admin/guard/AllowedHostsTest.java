package dev.tenure.admin.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AllowedHostsTest {
  private final AllowedHosts hosts = new AllowedHosts(List.of("Queue.example.org"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:8090",
        "LOCALHOST:1",
        "127.0.0.1",
        "127.0.0.1:8090",
        "[::1]",
        "[::1]:8090",
        "queue.example.org",
        "queue.example.org:443"
      })
  void allowsLoopbackAndTheNamedOnes(String host) {
    assertThat(hosts.allow(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "evil.example",
        "localhost.evil.example",
        "evil.example:8090",
        "127.0.0.2",
        "127.0.0.1.evil.example",
        "[::2]",
        "::1",
        "other.example.org",
        "localhost:8090:1"
      })
  void refusesAllOthers(String host) {
    assertThat(hosts.allow(host)).isFalse();
  }

  @Test
  void refusesARequestWithoutAHost() {
    assertThat(hosts.allow(null)).isFalse();
  }
}
