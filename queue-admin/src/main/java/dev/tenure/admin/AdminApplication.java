package dev.tenure.admin;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/**
 * The admin server as a separate process, for the clusters under {@code tenure.clusters}. Its own
 * settings are only defaults, which properties, environment and arguments override.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(AdminProperties.class)
public final class AdminApplication {

  private AdminApplication() {}

  public static void main(String[] arguments) {
    SpringApplication application = application();
    application.run(arguments);
  }

  static SpringApplication application() {
    SpringApplication application = new SpringApplication(AdminApplication.class);
    application.setDefaultProperties(AdminDefaults.properties());
    application.addInitializers(new ListeningPorts());
    return application;
  }
}
