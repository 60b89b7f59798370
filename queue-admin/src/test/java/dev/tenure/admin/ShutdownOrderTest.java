package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.Outcome;
import dev.tenure.queue.TenantId;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.consumer.ConsumerLifecycle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A process that ends accepts no more requests while its consumer drains. */
@Timeout(900)
final class ShutdownOrderTest {
  private static final TenantId ALICE = new TenantId("notes", "alice");

  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final CompletableFuture<Outcome> gate = new CompletableFuture<>();

  private HandlerRegistration<String> gated() {
    return HandlerRegistration.of(
        Fixture.MAIL,
        (payload, work) -> {
          begun.complete(null);
          return gate;
        });
  }

  private ConfigurableApplicationContext start() {
    SpringApplication application = AdminApplication.application();
    application.setRegisterShutdownHook(false);
    application.addInitializers(
        context ->
            ((GenericApplicationContext) context)
                .registerBean(HandlerRegistration.class, this::gated));
    return application.run(
        "--server.port=0",
        "--tenure.clusters.a.url=memory:a",
        "--tenure.consumer.stop-timeout=10m");
  }

  @Test
  void theWebServerRefusesConnectionsWhileTheConsumerDrains() {
    ConfigurableApplicationContext context = start();
    int port = port(context);
    TenureTemplate template = context.getBean(TenureTemplate.class);
    template.createTenant(ALICE);
    template.execute(ALICE, tx -> tx.zone().enqueue(Fixture.mail("m")));
    begun.join();
    assertThat(isAccepting(port)).isTrue();

    CompletableFuture<Void> closed = CompletableFuture.runAsync(context::close);
    try {
      await().atMost(Duration.ofMinutes(5)).until(() -> !isAccepting(port));
      assertThat(closed).isNotDone();
    } finally {
      gate.complete(Outcome.done());
    }
    closed.join();
  }

  @Test
  void theConsumerStartsAfterTheWebServerAndStopsWithIt() {
    try (ConfigurableApplicationContext context = start()) {
      assertThat(context.getBean(ConsumerLifecycle.class).getPhase())
          .isEqualTo(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE)
          .isGreaterThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE);
    }
  }

  private static int port(ConfigurableApplicationContext context) {
    WebServer server = ((WebServerApplicationContext) context).getWebServer();
    return Objects.requireNonNull(server).getPort();
  }

  private static boolean isAccepting(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
