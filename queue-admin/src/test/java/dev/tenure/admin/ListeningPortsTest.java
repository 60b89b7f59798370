package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.spring.TenureConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ListeningPortsTest {

  private static void run(String... arguments) {
    AdminApplication.application().run(arguments).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999", "65536", "-1", "-8090", "many", "80.5", "8090 8091", "0x50"})
  void otherNumbersAndWordsAreNoPorts(String port) {
    assertThatExceptionOfType(TenureConfigurationException.class)
        .isThrownBy(() -> run("--server.port=" + port, "--tenure.clusters.a.url=memory:a"))
        .withMessage(
            "server.port is \""
                + port
                + "\", it must be a whole number, 0 to 65,535; 0 takes any free port");
  }

  @Test
  void thePortOfManagementIsCheckedToo() {
    assertThatExceptionOfType(TenureConfigurationException.class)
        .isThrownBy(() -> run("--server.port=0", "--management.server.port=70000"))
        .withMessageContaining("management.server.port is \"70000\"");
  }
}
