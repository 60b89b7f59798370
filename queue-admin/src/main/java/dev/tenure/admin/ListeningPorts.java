package dev.tenure.admin;

import dev.tenure.spring.TenureConfigurationException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Checks the ports of the admin server before anything starts. Spring Boot would refuse a port that
 * is too high with a stack trace, and -1 would start a server that listens nowhere.
 */
final class ListeningPorts
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {
  private static final List<String> PROPERTIES = List.of("server.port", "management.server.port");
  private static final int PORT_MAX = 65_535;

  /**
   * @throws TenureConfigurationException naming the property, its value and the limits
   */
  @Override
  public void initialize(ConfigurableApplicationContext context) {
    PROPERTIES.forEach(property -> check(property, context.getEnvironment()));
  }

  private static void check(String property, ConfigurableEnvironment environment) {
    @Nullable String value = environment.getProperty(property);
    if (value != null && !value.isBlank() && !isPort(value.strip())) {
      throw new TenureConfigurationException(
          "%s is \"%s\", it must be a whole number, 0 to %,d; 0 takes any free port"
              .formatted(property, value, PORT_MAX));
    }
  }

  private static boolean isPort(String value) {
    return value.matches("\\d{1,5}") && Integer.parseInt(value) <= PORT_MAX;
  }
}
