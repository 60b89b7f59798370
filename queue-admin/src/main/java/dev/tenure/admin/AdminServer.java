package dev.tenure.admin;

import dev.tenure.consumer.Consumer;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.spring.ConsumerStatusSource;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * An admin server inside another program, over a deployment that the program owns. Whoever starts
 * it closes it, before the deployment's databases.
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
   * Starts and returns when the server answers. No file of properties but {@code tenure-admin.yaml}
   * or {@code .properties}, which need not exist, is read.
   *
   * @throws PortTakenException when the port is used; nothing is left running
   */
  public static AdminServer start(Deployment deployment, AdminOptions options) {
    SpringApplication application = AdminApplication.application();
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    application.setRegisterShutdownHook(false);
    application.addInitializers(
        context -> register((GenericApplicationContext) context, deployment, options));
    try {
      ConfigurableApplicationContext context = application.run(arguments(options));
      WebServer server =
          Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer());
      return new AdminServer(context, options, server.getPort());
    } catch (RuntimeException e) {
      throw isPortInUse(e) ? new PortTakenException(options.port(), options.address(), e) : e;
    }
  }

  /** The port it listens on, also when any free one was asked for. */
  public int port() {
    return port;
  }

  /** Where a browser on this machine finds the page. */
  public URI url() {
    String host = options.address().equals("0.0.0.0") ? "127.0.0.1" : options.address();
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + bracketed + ":" + port + "/");
  }

  /** Stops answering; the deployment and its consumers go on. */
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

  private static String[] arguments(AdminOptions options) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--spring.config.name=tenure-admin");
    arguments.add("--spring.main.keep-alive=false");
    // what goes wrong at the start is thrown, not logged; the program's own loggers stay as they
    // are
    arguments.add("--logging.level.org.springframework.boot=off");
    arguments.add("--logging.level.org.springframework=warn");
    arguments.add("--logging.level.org.apache=warn");
    arguments.add("--server.address=" + options.address());
    arguments.add("--server.port=" + options.port());
    arguments.add("--tenure.admin.read-only=" + options.readOnly());
    if (!options.allowedHosts().isEmpty()) {
      arguments.add("--tenure.admin.allowed-hosts=" + String.join(",", options.allowedHosts()));
    }
    return arguments.toArray(String[]::new);
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
