package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What a template does with a tenant that has no store. */
final class TenantCreationTest {
  private static final NewItem ITEM = NewItem.of(Notes.NOTE, "hello");

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class))
          .withPropertyValues("tenure.clusters.a.url=memory:a", "tenure.clusters.b.url=memory:b");
  private final ApplicationContextRunner creating =
      runner.withPropertyValues("tenure.tenants.create=true");

  @Test
  void theErrorSaysHowToCreateTheTenant() {
    runner.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          assertThatThrownBy(() -> template.enqueue(Notes.ALICE, ITEM))
              .isInstanceOfSatisfying(
                  QueueException.class,
                  error -> assertThat(error.code()).isEqualTo(QueueException.Code.TENANT_NOT_FOUND))
              .hasMessage(
                  "tenant notes/alice has no store on any cluster; create it by"
                      + " TenureTemplate.createTenant, or let the template create tenants on first"
                      + " use: tenure.tenants.create=true");
        });
  }

  @Test
  void aTenantIsCreatedOnFirstUseWithoutASchema() {
    creating.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          assertThat(template.enqueue(Notes.ALICE, ITEM).existed()).isFalse();
          assertThat(Notes.counts(template)).containsEntry("note", 1L);
        });
  }

  @Test
  void manyFirstUsesAtOnceCreateOneTenant() {
    creating.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          List<CompletableFuture<EnqueueResult>> all =
              IntStream.range(0, 20)
                  .mapToObj(
                      each -> template.enqueueAsync(Notes.ALICE, "default", ITEM.withId("" + each)))
                  .toList();
          all.forEach(CompletableFuture::join);
          assertThat(Notes.counts(template)).containsEntry("note", 20L);
        });
  }

  @Test
  void theBodyRunsOnceTheTenantExists() {
    creating.run(
        context -> {
          AtomicInteger runs = new AtomicInteger();
          String answer =
              context
                  .getBean(TenureTemplate.class)
                  .execute(
                      Notes.ALICE,
                      tx -> {
                        runs.incrementAndGet();
                        return CompletableFuture.completedFuture("done");
                      });
          assertThat(answer).isEqualTo("done");
          assertThat(runs).hasValue(1);
        });
  }

  @Test
  void anErrorOfTheBodyCreatesNobody() {
    TenantId bob = new TenantId("notes", "bob");
    QueueException own =
        new QueueException(QueueException.Code.TENANT_NOT_FOUND, "tenant notes/carol is unknown");
    creating.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          template.createTenant(bob);
          assertThatThrownBy(() -> template.execute(bob, tx -> CompletableFuture.failedFuture(own)))
              .hasMessage("tenant notes/carol is unknown");
        });
  }

  @Test
  void aTemplateCanBeToldEitherWay() {
    runner.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          assertThat(template.withTenantCreation(true).enqueue(Notes.ALICE, ITEM).existed())
              .isFalse();
        });
    creating.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          assertThatThrownBy(() -> template.withTenantCreation(false).enqueue(Notes.ALICE, ITEM))
              .isInstanceOf(QueueException.class);
        });
  }

  @Test
  void aTemplateWithoutAFactoryOfItemsSaysSo() {
    runner.run(
        context ->
            assertThatThrownBy(() -> context.getBean(TenureTemplate.class).item("note", "hello"))
                .hasMessage(
                    "no codec of a payload of java.lang.String: the template was made without an"
                        + " ItemFactory; enqueue NewItem.of(WORK_TYPE, payload)"));
  }
}
