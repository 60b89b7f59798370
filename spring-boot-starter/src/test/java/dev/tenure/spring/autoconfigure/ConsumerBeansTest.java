package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.BlockingHandler;
import dev.tenure.consumer.ItemErrorHandler;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.spring.ConsumerOptionsCustomizer;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.consumer.ConsumerLifecycle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.task.TaskDecorator;

/** Beans of the application that change how its consumer works. */
final class ConsumerBeansTest {
  private final Queue<String> told = new ConcurrentLinkedQueue<>();
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  TenureAutoConfiguration.class, TenureConsumerAutoConfiguration.class))
          .withPropertyValues("tenure.clusters.a.url=memory:a");

  private ApplicationContextRunner consuming(BlockingHandler<String> handler) {
    return runner.withBean(
        "noteHandler",
        HandlerRegistration.class,
        () -> HandlerRegistration.of(Notes.NOTE, ItemHandler.blocking(handler)));
  }

  private ApplicationContextRunner tellingItsThread() {
    return consuming(
        (text, work) -> {
          told.add(Thread.currentThread().getName());
          return Outcome.done();
        });
  }

  private static void enqueue(ConfigurableApplicationContext context) {
    Notes.enqueue(context.getBean(TenureTemplate.class), "hello");
  }

  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofMinutes(2));
  }

  @Test
  void anErrorHandlerChoosesWhatBecomesOfAFailedAttempt() {
    consuming(
            (text, work) -> {
              throw new IllegalStateException("550 no such mailbox");
            })
        .withBean(
            ItemErrorHandler.class,
            () ->
                (error, item, tenant) -> {
                  told.add(item.type() + " of " + tenant + ": " + error.getMessage());
                  return Optional.of(Outcome.deadLetter("bounced"));
                })
        .run(
            context -> {
              TenureTemplate template = context.getBean(TenureTemplate.class);
              String id = Notes.enqueue(template, "hello").id();
              eventually()
                  .untilAsserted(
                      () ->
                          assertThat(
                                  template
                                      .execute(Notes.ALICE, tx -> tx.zone().findDeadLetter(id))
                                      .map(letter -> letter.reason()))
                              .contains("bounced"));
              assertThat(told).containsExactly("note of notes/alice: 550 no such mailbox");
            });
  }

  @Test
  void blockingHandlersRunOnThreadsOfAPool() {
    tellingItsThread()
        .run(
            context -> {
              enqueue(context);
              eventually().untilAsserted(() -> assertThat(told).containsExactly("tenure-worker-1"));
            });
  }

  @Test
  void blockingHandlersRunOnTheApplicationsExecutorWhichStaysOpen() {
    ExecutorService own = Executors.newSingleThreadExecutor(task -> new Thread(task, "own-1"));
    tellingItsThread()
        .withBean(
            TenureConsumerAutoConfiguration.WORKER_EXECUTOR,
            ExecutorService.class,
            () -> own,
            definition -> definition.setDestroyMethodName(""))
        .run(
            context -> {
              enqueue(context);
              eventually().untilAsserted(() -> assertThat(told).containsExactly("own-1"));
              context.getBean(ConsumerLifecycle.class).pause().join();
              assertThat(own.isShutdown()).isFalse();
            });
    var unused = own.shutdownNow();
  }

  /** On a virtual machine that has none, the property changes nothing. */
  @Test
  void blockingHandlersRunOnVirtualThreadsWhereTheApplicationHasThem() {
    consuming(
            (text, work) -> {
              told.add(String.valueOf(isVirtual(Thread.currentThread())));
              return Outcome.done();
            })
        .withPropertyValues("spring.threads.virtual.enabled=true")
        .run(
            context -> {
              enqueue(context);
              eventually()
                  .untilAsserted(
                      () ->
                          assertThat(told)
                              .containsExactly(String.valueOf(Runtime.version().feature() >= 21)));
            });
  }

  private static boolean isVirtual(Thread thread) throws ReflectiveOperationException {
    return Runtime.version().feature() >= 21
        && Boolean.TRUE.equals(Thread.class.getMethod("isVirtual").invoke(thread));
  }

  @Test
  void tasksAreDecoratedTheFirstDecoratorOutermost() {
    tellingItsThread()
        .withBean("outer", TaskDecorator.class, () -> telling("outer"))
        .withBean("inner", TaskDecorator.class, () -> telling("inner"))
        .run(
            context -> {
              enqueue(context);
              eventually()
                  .untilAsserted(
                      () ->
                          assertThat(List.copyOf(told))
                              .isEqualTo(List.of("outer", "inner", "tenure-worker-1")));
            });
  }

  private TaskDecorator telling(String name) {
    return task ->
        () -> {
          told.add(name);
          task.run();
        };
  }

  @Test
  void customizersChangeTheOptionsAfterTheProperties() {
    tellingItsThread()
        .withPropertyValues("tenure.consumer.id=letters")
        .withBean(
            ConsumerOptionsCustomizer.class,
            () -> options -> options.withId(options.id() + "-2").withWorkers(3))
        .run(
            context -> {
              ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
              assertThat(consumer.status().orElseThrow().id()).isEqualTo("letters-2");
              assertThat(consumer.status().orElseThrow().promises().slots().workers()).isEqualTo(3);
            });
  }

  @Test
  void handlersAndEffectsHaveTheirItemInTheContextOfTheLog() {
    consuming(
            (text, work) -> {
              told.add("handler " + logged());
              return Outcome.done(
                  tx -> {
                    told.add("effects " + logged());
                    return tx.zone().countByType().thenAccept(counts -> {});
                  });
            })
        .run(
            context -> {
              String id = Notes.enqueue(context.getBean(TenureTemplate.class), "hello").id();
              String item = "notes/alice note " + id;
              eventually()
                  .untilAsserted(
                      () -> assertThat(told).contains("handler " + item, "effects " + item));
              assertThat(MDC.get("tenure.item")).isNull();
            });
  }

  private static String logged() {
    return MDC.get("tenure.tenant") + " " + MDC.get("tenure.type") + " " + MDC.get("tenure.item");
  }
}
