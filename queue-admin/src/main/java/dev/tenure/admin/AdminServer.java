package dev.tenure.admin;

import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.spring.ConsumerStatusSource;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * An admin server inside another program, over a deployment that the program owns. The caller that
 * starts it closes it, before the deployment's databases.
 */
public final class AdminServer implements AutoCloseable {
  private final ConfigurableApplicationContext context;
  private final AdminOptions options;
  private final int port;

  private AdminServer(ConfigurableApplicationContext context, AdminOptions options, int port) {
    this.context = context;
    this.options = options;
    this.port = port;
  }

  /**
   * Starts the server, and returns when it answers. The program's logging, system properties and
   * ports are not changed; the server writes to the program's log at the program's levels. Settings
   * that {@code options} lacks come from system properties and environment variables of Tenure, and
   * from {@code tenure-admin.yaml} or {@code .properties}, which need not exist.
   *
   * @throws PortTakenException when the port is used; nothing is left running
   */
  public static AdminServer start(Deployment deployment, AdminOptions options) {
    return start(deployment, options, Map.of());
  }

  /** As {@link #start(Deployment, AdminOptions)}, for a deployment with a tenant directory. */
  public static AdminServer start(TenantDirectory directory, AdminOptions options) {
    return start(directory, options, Map.of());
  }

  /** As {@link #start(TenantDirectory, AdminOptions)}, with settings. */
  static AdminServer start(
      TenantDirectory directory, AdminOptions options, Map<String, String> settings) {
    return start(directory.deployment(), Optional.of(directory), options, settings);
  }

  /**
   * As {@link #start(Deployment, AdminOptions)}, with settings that override all others except the
   * options.
   */
  static AdminServer start(
      Deployment deployment, AdminOptions options, Map<String, String> settings) {
    return start(deployment, Optional.empty(), options, settings);
  }

  private static AdminServer start(
      Deployment deployment,
      Optional<TenantDirectory> directory,
      AdminOptions options,
      Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putAll(settings(options));
    AnnotationConfigServletWebServerApplicationContext context = EmbeddedContext.create(all);
    register(context, deployment, options);
    directory.ifPresent(
        found -> context.registerBean("tenantDirectory", TenantDirectory.class, () -> found));
    try {
      EmbeddedContext.start(context);
      WebServer server = Objects.requireNonNull(context.getWebServer());
      return new AdminServer(context, options, server.getPort());
    } catch (RuntimeException e) {
      throw isPortInUse(e) ? new PortTakenException(options.port(), options.address(), e) : e;
    }
  }

  /** The port on which the server listens, also when any free one was requested. */
  public int port() {
    return port;
  }

  /** The address of the page for a browser on this machine. */
  public URI url() {
    String host = options.address().equals("0.0.0.0") ? "127.0.0.1" : options.address();
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + bracketed + ":" + port + "/");
  }

  /** Stops the server. The deployment and its consumers continue. */
  @Override
  public void close() {
    context.close();
  }

  /** A part of the server by its name. */
  <T> T bean(String name, Class<T> type) {
    return context.getBean(name, type);
  }

  private static void register(
      GenericApplicationContext context, Deployment deployment, AdminOptions options) {
    context.registerBean("deployment", Deployment.class, () -> deployment);
    int index = 0;
    for (Consumer consumer : options.consumers()) {
      ConsumerStatusSource source = () -> Optional.of(consumer.status());
      context.registerBean("consumer-" + index++, ConsumerStatusSource.class, () -> source);
    }
  }

  private static Map<String, String> settings(AdminOptions options) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("server.address", options.address());
    settings.put("server.port", String.valueOf(options.port()));
    settings.put("tenure.admin.read-only", String.valueOf(options.readOnly()));
    if (!options.allowedHosts().isEmpty()) {
      settings.put("tenure.admin.allowed-hosts", String.join(",", options.allowedHosts()));
    }
    return settings;
  }

  private static boolean isPortInUse(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof PortInUseException) {
        return true;
      }
    }
    return false;
  }
}
