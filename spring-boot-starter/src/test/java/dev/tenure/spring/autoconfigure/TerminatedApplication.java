package dev.tenure.spring.autoconfigure;

import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import dev.tenure.spring.HandlerRegistration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;

/**
 * A consumer in a process of its own, whose items take a second, or for ever, or fail at the end.
 */
final class TerminatedApplication {
  static final WorkType<String> SECOND = WorkType.of("second", PayloadCodecs.text());
  static final WorkType<String> ENDLESS = WorkType.of("endless", PayloadCodecs.text());
  static final WorkType<String> STUBBORN = WorkType.of("stubborn", PayloadCodecs.text());
  static final WorkType<String> FAILING = WorkType.of("failing", PayloadCodecs.text());
  static final String RECEIPTS = "receipts";
  static final String BEGUN = "begun ";
  static final String RAN = "ran ";

  private static final WorkType<String> RECEIPT = WorkType.of("receipt", PayloadCodecs.text());

  private TerminatedApplication() {}

  public static void main(String[] arguments) {
    SpringApplication application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    var unused = application.run(arguments);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {

    @Bean
    static HandlerRegistration<String> second() {
      return HandlerRegistration.of(
          SECOND,
          ItemHandler.blocking(
              (text, work) -> {
                say(BEGUN + text);
                var unused =
                    new CompletableFuture<>().completeOnTimeout(1, 1, TimeUnit.SECONDS).get();
                say(RAN + text);
                return Outcome.done(
                    tx ->
                        tx.zone(RECEIPTS)
                            .enqueue(NewItem.of(RECEIPT, text))
                            .thenAccept(receipt -> {}));
              }));
    }

    @Bean
    static HandlerRegistration<String> endless() {
      return HandlerRegistration.of(
          ENDLESS,
          ItemHandler.blocking(
              (text, work) -> {
                say(BEGUN + text);
                var unused = new CompletableFuture<>().get();
                return Outcome.done();
              }));
    }

    /** Does not give up when it is told to. */
    @Bean
    static HandlerRegistration<String> stubborn() {
      return HandlerRegistration.of(
          STUBBORN,
          (text, work) -> {
            say(BEGUN + text);
            return new CompletableFuture<Outcome>();
          });
    }

    /** Completes when the application begins to close. */
    @Bean
    static Closing closing() {
      return new Closing();
    }

    /** Fails while the consumer drains. */
    @Bean
    static HandlerRegistration<String> failing(Closing closing) {
      return HandlerRegistration.of(
          FAILING,
          (text, work) -> {
            say(BEGUN + text);
            return closing.begun.thenApplyAsync(
                nothing -> {
                  throw new IllegalStateException("fails while the consumer drains");
                },
                CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS));
          });
    }

    private static void say(String line) {
      System.out.println(line);
    }
  }

  /** Hears that the application closes. */
  static final class Closing implements ApplicationListener<ContextClosedEvent> {
    private final CompletableFuture<Void> begun = new CompletableFuture<>();

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
      begun.complete(null);
    }
  }
}
