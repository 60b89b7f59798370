package dev.tenure.admin;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.web.context.support.StandardServletEnvironment;

/**
 * The application context of a server inside another program. It is made without {@code
 * SpringApplication}, which would set up the logging, the system properties, and the handler of
 * uncaught exceptions of the whole process. It sees only those system properties and environment
 * variables of the process that belong to Tenure, so that ports and names of the host program do
 * not apply to the server.
 */
final class EmbeddedContext {
  private static final String CONFIG_NAME = "spring.config.name";
  private static final String SYSTEM_PROPERTY_PREFIX = "tenure.";
  private static final String VARIABLE_PREFIX = "TENURE";

  /** Tomcat leaves them behind for the last instance that was started; none reads them later. */
  private static final List<String> SET_BY_TOMCAT =
      List.of("catalina.base", "catalina.home", "catalina.useNaming");

  private EmbeddedContext() {}

  /**
   * Creates a context that is not refreshed yet.
   *
   * @param settings the settings that override all others
   */
  static AnnotationConfigServletWebServerApplicationContext create(Map<String, String> settings) {
    ConfigurableEnvironment environment = environment(settings);
    AnnotationConfigServletWebServerApplicationContext context =
        new AnnotationConfigServletWebServerApplicationContext();
    context.setEnvironment(environment);
    context.getBeanFactory().setConversionService(environment.getConversionService());
    context.register(AdminApplication.class);
    return context;
  }

  /** Starts the context. After a failure no part of it keeps running. */
  static void start(AnnotationConfigServletWebServerApplicationContext context) {
    Map<String, Optional<String>> before = new HashMap<>();
    SET_BY_TOMCAT.forEach(name -> before.put(name, Optional.ofNullable(System.getProperty(name))));
    try {
      context.refresh();
    } catch (RuntimeException e) {
      context.close();
      throw e;
    } finally {
      before.forEach(EmbeddedContext::restore);
    }
    AvailabilityChangeEvent.publish(context, LivenessState.CORRECT);
    AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
  }

  private static ConfigurableEnvironment environment(Map<String, String> settings) {
    StandardServletEnvironment environment = new StandardServletEnvironment();
    environment.setConversionService(new ApplicationConversionService());
    MutablePropertySources sources = environment.getPropertySources();
    sources.replace(
        StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
        new PropertiesPropertySource(
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, systemProperties()));
    sources.replace(
        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
        new SystemEnvironmentPropertySource(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables()));
    Map<String, Object> first = new LinkedHashMap<>(settings);
    first.put(CONFIG_NAME, "tenure-admin");
    sources.addFirst(new MapPropertySource("adminOptions", first));
    ConfigDataEnvironmentPostProcessor.applyTo(environment, null, null, List.of());
    sources.addLast(new PropertiesPropertySource("adminDefaults", AdminDefaults.properties()));
    ConfigurationPropertySources.attach(environment);
    return environment;
  }

  private static void restore(String property, Optional<String> value) {
    value.ifPresentOrElse(
        text -> System.setProperty(property, text), () -> System.clearProperty(property));
  }

  private static Properties systemProperties() {
    Properties seen = new Properties();
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith(SYSTEM_PROPERTY_PREFIX)) {
        seen.setProperty(name, System.getProperty(name, ""));
      }
    }
    return seen;
  }

  private static Map<String, Object> variables() {
    Map<String, Object> seen = new HashMap<>();
    System.getenv()
        .forEach(
            (name, value) -> {
              if (name.toUpperCase(Locale.ROOT).startsWith(VARIABLE_PREFIX)) {
                seen.put(name, value);
              }
            });
    return seen;
  }
}
