package dev.tenure.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the tester finds, runs and says. */
@TenureTest
class TenureTesterTest {
  private static final TenantId ALICE = new TenantId("app", "alice");
  private static final TenantId BOB = new TenantId("app", "bob");
  private static final Duration HOUR = Duration.ofHours(1);

  /** Does what its payload says. */
  private static final WorkType<String> TASK =
      WorkType.of("task", PayloadCodecs.text())
          .withPolicy(WorkPolicy.defaults().withBackoff(HOUR, HOUR));

  /** Ends when a thread of its own says so. */
  private static final WorkType<String> SLOW = WorkType.of("slow", PayloadCodecs.text());

  private static final WorkType<String> ORPHAN = WorkType.of("orphan", PayloadCodecs.text());

  @Autowired private TenureTester tester;
  @Autowired private TenureTemplate template;

  @Configuration(proxyBeanMethods = false)
  static class Work {

    @Bean
    static HandlerRegistration<String> task(TenureTemplate template) {
      return HandlerRegistration.of(
          TASK,
          ItemHandler.blocking(
              (payload, context) ->
                  switch (payload) {
                    case "fail" -> throw new IllegalArgumentException("no number: x");
                    case "retry" -> Outcome.retryAfter(HOUR, "not yet");
                    case "snooze" -> Outcome.snooze(HOUR);
                    case "discard" -> Outcome.discard("not wanted");
                    case "set aside" -> Outcome.deadLetter("cannot be done");
                    case "effects" ->
                        Outcome.done(tx -> tx.zone().enqueue(task("one")).thenApply(done -> null));
                    case "block" -> {
                      template.enqueue(context.tenant(), "other", task("two"));
                      yield Outcome.done();
                    }
                    default -> Outcome.done();
                  }));
    }

    @Bean
    static HandlerRegistration<String> slow() {
      return HandlerRegistration.of(
          SLOW,
          (payload, context) -> {
            CompletableFuture<Outcome> ended = new CompletableFuture<>();
            Thread thread = new Thread(() -> ended.complete(Outcome.done()), "slow");
            thread.start();
            return ended;
          });
    }

    private static NewItem task(String payload) {
      return NewItem.of(TASK, payload);
    }
  }

  @BeforeEach
  void createTenants() {
    template.createTenant(ALICE);
    template.createTenant(BOB);
  }

  private void enqueue(TenantId tenant, WorkType<String> type, String payload) {
    template.enqueue(tenant, "default", NewItem.of(type, payload).withId(payload));
  }

  @Test
  void findsWhatIsEnqueued() {
    Instant before = tester.now();
    enqueue(ALICE, TASK, "a");
    template.enqueue(ALICE, "other", NewItem.of(TASK, "b").withDelay(HOUR));
    EnqueuedItem<String> first = tester.assertEnqueued(ALICE, TASK);
    assertThat(first)
        .isEqualTo(new EnqueuedItem<>(ALICE, "default", "a", ItemState.READY, before, "a"));
    EnqueuedItem<String> second = tester.assertEnqueued(ALICE, TASK, "b");
    assertThat(second.zone()).isEqualTo("other");
    assertThat(second.state()).isEqualTo(ItemState.DELAYED);
    assertThat(second.due()).isEqualTo(before.plus(HOUR));
    assertThat(tester.assertEnqueuedWhere(ALICE, TASK, payload -> payload.startsWith("b")))
        .isEqualTo(second);
    assertThat(tester.enqueued(ALICE, TASK)).containsExactlyInAnyOrder(first, second);
    assertThat(tester.enqueued(BOB, TASK)).isEmpty();
  }

  @Test
  void showsWhatIsEnqueuedWhenTheExpectedItemIsNot() {
    enqueue(ALICE, TASK, "a");
    enqueue(ALICE, ORPHAN, "o");
    assertThatThrownBy(() -> tester.assertEnqueued(ALICE, SLOW))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(
            "no item of type \"slow\" is enqueued for app/alice; enqueued are:\n")
        .hasMessageContaining(
            "zone default of app/alice: item a of type \"task\", READY, due " + tester.now())
        .hasMessageContaining("item o of type \"orphan\"");
    assertThatThrownBy(() -> tester.assertEnqueued(ALICE, TASK, "b"))
        .hasMessageStartingWith(
            "no item of type \"task\" with payload b is enqueued for app/alice; enqueued are:\n");
    assertThatThrownBy(() -> tester.assertEnqueued(BOB, TASK))
        .hasMessage("no item of type \"task\" is enqueued for app/bob; enqueued are: nothing");
  }

  @Test
  void showsTheTenantsWhenTheExpectedOneDoesNotExist() {
    assertThatThrownBy(() -> tester.assertEnqueued(new TenantId("app", "carol"), TASK))
        .isInstanceOf(AssertionError.class)
        .hasMessage("tenant app/carol does not exist; tenants are [app/alice, app/bob]");
  }

  @Test
  void showsWhatIsEnqueuedThoughNothingIsExpected() {
    tester.assertNothingEnqueued();
    tester.assertNotEnqueued(ALICE, TASK);
    enqueue(ALICE, TASK, "a");
    assertThatThrownBy(() -> tester.assertNotEnqueued(ALICE, TASK))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("items of type \"task\" are enqueued for app/alice:\n")
        .hasMessageContaining("item a of type \"task\"");
    assertThatThrownBy(() -> tester.assertNothingEnqueued())
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("items are enqueued:\n");
    tester.assertNotEnqueued(ALICE, ORPHAN);
    tester.assertNotEnqueued(BOB, TASK);
  }

  @Test
  void runsOneItemAtATimeAndLeavesTheOthersAsTheyWere() {
    List<String> payloads = List.of("a", "b", "c");
    payloads.forEach(payload -> enqueue(ALICE, TASK, payload));
    enqueue(BOB, TASK, "d");
    for (int left = 3; left >= 0; left--) {
      RanItem ran = tester.runOne().orElseThrow();
      assertThat(ran.result()).isEqualTo(RanItem.Result.COMPLETED);
      List<EnqueuedItem<String>> waiting =
          Stream.of(ALICE, BOB).flatMap(tenant -> tester.enqueued(tenant, TASK).stream()).toList();
      assertThat(waiting).hasSize(left).allMatch(item -> item.state() == ItemState.READY);
      assertThat(waiting).noneMatch(item -> item.id().equals(ran.id()));
    }
    assertThat(tester.runOne()).isEmpty();
  }

  @Test
  void tellsWhatBecameOfAnItem() {
    assertThat(ran("fine").result()).isEqualTo(RanItem.Result.COMPLETED);
    RanItem failed = ran("fail");
    assertThat(failed.result()).isEqualTo(RanItem.Result.RETRIED);
    assertThat(failed.reason().orElseThrow()).contains("no number: x");
    assertThat(failed.thrown().orElseThrow()).isInstanceOf(IllegalArgumentException.class);
    RanItem retried = ran("retry");
    assertThat(retried.result()).isEqualTo(RanItem.Result.RETRIED);
    assertThat(retried.reason().orElseThrow()).contains("not yet");
    assertThat(ran("snooze").result()).isEqualTo(RanItem.Result.SNOOZED);
    assertThat(ran("discard").result()).isEqualTo(RanItem.Result.DISCARDED);
    RanItem dead = ran("set aside");
    assertThat(dead.result()).isEqualTo(RanItem.Result.DEAD);
    assertThat(dead.reason()).contains("cannot be done");
    assertThat(tester.enqueued(ALICE, TASK))
        .extracting(EnqueuedItem::id)
        .containsExactlyInAnyOrder("fail", "retry", "snooze");
  }

  private RanItem ran(String payload) {
    enqueue(ALICE, TASK, payload);
    RanItem ran = tester.runOne().orElseThrow();
    assertThat(ran.id()).isEqualTo(payload);
    assertThat(ran.tenant()).isEqualTo(ALICE);
    assertThat(ran.zone()).isEqualTo("default");
    assertThat(ran.type()).isEqualTo("task");
    return ran;
  }

  @Test
  void drainsWhatItemsEnqueue() {
    enqueue(ALICE, TASK, "effects");
    enqueue(BOB, TASK, "block");
    assertThat(tester.drain())
        .hasSize(4)
        .allMatch(item -> item.result() == RanItem.Result.COMPLETED);
    tester.assertNothingEnqueued();
  }

  @Test
  void drainsManyTenants() {
    List<TenantId> tenants =
        IntStream.range(0, 20).mapToObj(number -> new TenantId("app", "user" + number)).toList();
    tenants.forEach(template::createTenant);
    tenants.forEach(tenant -> enqueue(tenant, TASK, "a"));
    tenants.forEach(tenant -> enqueue(tenant, TASK, "b"));
    assertThat(tester.drain()).hasSize(40);
    tester.assertNothingEnqueued();
  }

  @Test
  void leavesWhatIsDueLaterUntilTimePasses() {
    enqueue(ALICE, TASK, "fail");
    assertThat(tester.drain()).hasSize(1);
    assertThat(tester.drain()).isEmpty();
    assertThat(tester.assertEnqueued(ALICE, TASK).state()).isEqualTo(ItemState.RETRYING);
    Instant before = tester.now();
    tester.advance(HOUR.multipliedBy(2));
    assertThat(tester.now()).isEqualTo(before.plus(HOUR.multipliedBy(2)));
    assertThat(tester.clock().instant()).isEqualTo(tester.now());
    assertThat(tester.drain()).hasSize(1);
  }

  @Test
  void leavesWhatHasNoHandlerOrIsPaused() {
    enqueue(ALICE, ORPHAN, "o");
    enqueue(BOB, TASK, "a");
    pause(BOB, true);
    assertThat(tester.drain()).isEmpty();
    assertThat(tester.runOne()).isEmpty();
    pause(BOB, false);
    assertThat(tester.drain()).hasSize(1);
    tester.assertEnqueued(ALICE, ORPHAN, "o");
  }

  private void pause(TenantId tenant, boolean paused) {
    template.execute(tenant, tx -> tx.zone().changeSettings(before -> new ZoneSettings(paused)));
  }

  @Test
  void waitsForHandlersThatEndOnOtherThreads() {
    enqueue(ALICE, SLOW, "a");
    enqueue(ALICE, SLOW, "b");
    assertThat(tester.drain()).extracting(RanItem::id).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void refusesToGoBackInTime() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> tester.advance(Duration.ofSeconds(-1)))
        .withMessageContaining("PT-1S");
  }
}
