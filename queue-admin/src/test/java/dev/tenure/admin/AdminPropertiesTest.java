package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.tenure.spring.TenureConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AdminPropertiesTest {

  private static AdminProperties withHost(String host) {
    return new AdminProperties(false, "/tenure", false, List.of(host), null, 0, List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tenure.example.org", "UPPER", "münchen.de", "10.0.0.1", "[::1]", "a_b"})
  void hostNamesAreAccepted(String host) {
    assertThatNoException().isThrownBy(() -> withHost(host));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "x:80", "http://x", "*", "a\u0007", "[::1]:80"})
  void otherWordsAreNoHosts(String host) {
    assertThatExceptionOfType(TenureConfigurationException.class)
        .isThrownBy(() -> withHost(host))
        .withMessageContaining(
            "tenure.admin.allowed-hosts has \"" + host.replace('\u0007', '?') + "\"")
        .withMessageContaining("at most 253 characters");
  }

  @Test
  void longHostNamesAreRefused() {
    assertThatNoException().isThrownBy(() -> withHost("x".repeat(253)));
    assertThatExceptionOfType(TenureConfigurationException.class)
        .isThrownBy(() -> withHost("x".repeat(254)));
  }
}
