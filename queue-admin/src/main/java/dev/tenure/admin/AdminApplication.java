package dev.tenure.admin;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/**
 * The admin server as a process of its own, over the clusters under {@code tenure.clusters}. Its
 * own settings are defaults only: properties, environment and arguments come before them.
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
    return application;
  }
}
