package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with a tenant directory. */
final class TenantDirectoryTest {
  private static final NewItem ITEM = NewItem.of(Notes.NOTE, "hello");

  private final ApplicationContextRunner plain =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class))
          .withPropertyValues("tenure.clusters.a.url=memory:a", "tenure.clusters.b.url=memory:b");
  private final ApplicationContextRunner runner =
      plain.withPropertyValues(
          "tenure.directory.shards=a,b",
          "tenure.directory.keys=email",
          "tenure.directory.pinned-by=region",
          "tenure.directory.pinned.eu=b",
          "tenure.directory.adopt=true");

  @Test
  void tenantsAreCreatedAndFoundByTheDirectory() {
    runner.run(
        context -> {
          TenantDirectory directory = context.getBean(TenantDirectory.class);
          TenantEntry entry =
              directory
                  .create(
                      Notes.ALICE,
                      TenantDetails.NONE
                          .withAttribute("region", "eu")
                          .withKey("email", "alice@notes.example"))
                  .join();
          assertThat(entry.cluster()).isEqualTo("b");
          TenureTemplate template = context.getBean(TenureTemplate.class);
          assertThat(template.enqueue(Notes.ALICE, ITEM).existed()).isFalse();
          assertThat(directory.find(new SecondaryKey("email", "alice@notes.example")).join())
              .contains(entry);
          await().until(() -> directory.progress().join().active());

          directory.suspend(Notes.ALICE, "unpaid").join();
          assertThatThrownBy(() -> template.enqueue(Notes.ALICE, ITEM))
              .isInstanceOfSatisfying(
                  QueueException.class,
                  error -> assertThat(error.code()).isEqualTo(Code.TENANT_SUSPENDED));
        });
  }

  @Test
  void templateThatCreatesTenantsOnFirstUseCreatesThemInTheDirectory() {
    runner
        .withPropertyValues("tenure.tenants.create=true")
        .run(
            context -> {
              context.getBean(TenureTemplate.class).enqueue(Notes.ALICE, ITEM);
              assertThat(context.getBean(TenantDirectory.class).find(Notes.ALICE).join())
                  .isPresent();
            });
  }

  @Test
  void thereIsNoDirectoryWithoutShards() {
    plain.run(context -> assertThat(context).doesNotHaveBean(TenantDirectory.class));
  }

  @Test
  void clusterThatIsNoneOfTheDeploymentIsRefused() {
    plain
        .withPropertyValues("tenure.directory.shards=a,c")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("[a, c]")
                    .hasMessageContaining("[a, b]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tenure.directory.shards=a,a | tenure.directory.shards has \"a\" twice",
        "tenure.directory.shards=a,,b | tenure.directory.shards is 0 bytes, it must have 1 to 64",
        "tenure.directory.keys=email,email | tenure.directory.keys has \"email\" twice",
        "tenure.directory.pinned.us=c | tenure.directory.pinned.us is \"c\", it must be one of",
        "tenure.directory.pinned.us= | tenure.directory.pinned.us is \"\", it must be one of the clusters",
        "tenure.directory.routes-max=0 | tenure.directory.routes-max is 0, it must be 1 to 10000000",
        "tenure.directory.timeout=2m | tenure.directory.timeout is PT2M, it must be PT0.1S to PT1M",
        "tenure.directory.shards= | tenure.directory.shards is empty, so that there is no directory",
      })
  void badPropertiesAreToldByNameValueAndLimit(String property, String told) {
    runner
        .withPropertyValues(property)
        .run(
            context ->
                assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(told));
  }

  @Test
  void pinsWithoutAnAttributeAreRefused() {
    runner
        .withPropertyValues("tenure.directory.pinned-by=")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("tenure.directory.pinned-by"));
  }

  @Test
  void keyOfAnotherKindIsRefused() {
    runner.run(
        context ->
            assertThatThrownBy(
                    () ->
                        context
                            .getBean(TenantDirectory.class)
                            .create(Notes.ALICE, TenantDetails.NONE.withKey("handle", "@alice"))
                            .join())
                .isNotInstanceOf(CompletionException.class)
                .hasMessageContaining("handle"));
  }
}
