package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.consumer.BlockingHandler;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.LogLines;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.consumer.HandlerBeans;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A handler that cannot be run, or that nothing runs, is told by the name of its bean. */
final class HandlerBeansTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  TenureAutoConfiguration.class, TenureConsumerAutoConfiguration.class))
          .withPropertyValues("tenure.clusters.a.url=memory:a");

  private static ItemHandler<String> doing() {
    return (text, work) -> CompletableFuture.completedFuture(Outcome.done());
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoOfOneType {
    @Bean
    HandlerRegistration<String> letters() {
      return HandlerRegistration.of(Notes.NOTE, doing());
    }

    @Bean
    HandlerRegistration<String> postcards() {
      return HandlerRegistration.of(Notes.NOTE, doing());
    }
  }

  @Test
  void twoHandlersOfOneTypeAreToldByTheirBeans() {
    runner
        .withUserConfiguration(TwoOfOneType.class)
        .run(
            context -> {
              assertThat(context)
                  .getFailure()
                  .rootCause()
                  .isInstanceOf(TenureConfigurationException.class)
                  .message()
                  .startsWith(
                      "work type \"note\" has two handlers, it can have one: bean letters (")
                  .contains("TwoOfOneType", " and bean postcards (");
              assertThat(
                      new TenureFailureAnalyzer()
                          .analyze(Objects.requireNonNull(context.getStartupFailure())))
                  .satisfies(
                      told -> assertThat(told.getAction()).startsWith("Remove one of the beans"));
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class Bare {
    @Bean
    ItemHandler<String> bareHandler() {
      return doing();
    }

    @Bean
    BlockingHandler<String> bareBlocking() {
      return (text, work) -> Outcome.done();
    }

    @Bean
    ItemHandler<String> usedHandler() {
      return doing();
    }

    @Bean
    HandlerRegistration<String> notes(ItemHandler<String> usedHandler) {
      return HandlerRegistration.of(Notes.NOTE, usedHandler);
    }
  }

  @Test
  void aHandlerWithoutATypeIsWarnedOf() {
    try (LogLines log = LogLines.of(HandlerBeans.class.getName())) {
      runner.withUserConfiguration(Bare.class).run(context -> assertThat(context).hasNotFailed());
      assertThat(log.lines())
          .satisfiesExactly(
              line ->
                  assertThat(line)
                      .startsWith("WARN bean bareHandler (")
                      .contains("Bare")
                      .endsWith(
                          ") runs no items: it has no work type; make a bean of"
                              + " HandlerRegistration.of(TYPE, handler) with it"),
              line -> assertThat(line).startsWith("WARN bean bareBlocking ("));
    }
  }
}
