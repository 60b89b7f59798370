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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A consumer in a process of its own, whose items take a second, or for ever. */
final class TerminatedApplication {
  static final WorkType<String> SECOND = WorkType.of("second", PayloadCodecs.text());
  static final WorkType<String> ENDLESS = WorkType.of("endless", PayloadCodecs.text());
  static final WorkType<String> STUBBORN = WorkType.of("stubborn", PayloadCodecs.text());
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

    private static void say(String line) {
      System.out.println(line);
    }
  }
}
