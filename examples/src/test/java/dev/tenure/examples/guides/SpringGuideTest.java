package dev.tenure.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ItemErrorHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.annotation.WorkHandler;
import dev.tenure.spring.test.RanItem;
import dev.tenure.spring.test.TenureTest;
import dev.tenure.spring.test.TenureTester;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the queue's guides show of Spring. */
@TenureTest(properties = "tenure.tenants.create=true")
class SpringGuideTest {
  private static final TenantId ALICE = new TenantId("shop", "alice");

  @Autowired private TenureTester tester;
  @Autowired private TenureTemplate tenure;
  @Autowired private Bank bank;
  @Autowired private Charges charges;

  /** The payload. */
  record Charge(String account, int cents) {}

  /** Another system. */
  static final class Bank {
    private final List<String> charged = new ArrayList<>();
    private boolean open = true;

    synchronized boolean isOpen() {
      return open;
    }

    synchronized void setOpen(boolean value) {
      open = value;
    }

    synchronized void charge(String account, int cents, String once) {
      if (cents <= 0) {
        throw new RefusedException("the bank refuses " + cents + " cents");
      }
      charged.add(account + " " + cents + " " + once);
    }

    synchronized List<String> charged() {
      return List.copyOf(charged);
    }
  }

  /** Cannot be helped by a retry. */
  static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** The handler. */
  record Charges(Bank bank) {
    @WorkHandler(value = "charge", attemptsMax = 10, backoffInitial = "2s", concurrency = 4)
    Outcome charge(Charge charge, WorkContext work) {
      if (!bank.isOpen()) {
        return Outcome.snooze(Duration.ofMinutes(10));
      }
      bank.charge(charge.account(), charge.cents(), work.item().id());
      return Outcome.done();
    }
  }

  /** The application. */
  @Configuration(proxyBeanMethods = false)
  @Import({Bank.class, Charges.class})
  static class Application {
    @Bean
    ItemErrorHandler refusals() {
      return (error, item, tenant) ->
          error instanceof RefusedException
              ? Optional.of(Outcome.deadLetter(error.getMessage()))
              : Optional.empty();
    }
  }

  private EnqueueResult order(Charge charge, String order) {
    return tenure
        .named("order")
        .withTimeLimit(Duration.ofSeconds(5))
        .enqueue(ALICE, tenure.item("charge", charge).withId("charge-" + order));
  }

  @Test
  void aChargeIsMadeOnceTheBankIsOpen() {
    bank.setOpen(false);
    assertEquals(EnqueueResult.Status.NEW, order(new Charge("A-1", 250), "7").status());
    assertEquals(EnqueueResult.Status.EXISTING, order(new Charge("A-1", 250), "7").status());
    assertEquals(RanItem.Result.SNOOZED, tester.runOne().orElseThrow().result());
    bank.setOpen(true);
    tester.advance(Duration.ofMinutes(10));
    assertEquals(RanItem.Result.COMPLETED, tester.runOne().orElseThrow().result());
    assertTrue(bank.charged().contains("A-1 250 charge-7"), () -> bank.charged().toString());
    assertEquals(bank, charges.bank());
  }

  @Test
  void theErrorHandlerChoosesTheOutcome() {
    order(new Charge("A-1", 0), "8");
    RanItem refused = tester.runOne().orElseThrow();
    assertEquals(RanItem.Result.DEAD, refused.result());
    assertEquals(Optional.of("the bank refuses 0 cents"), refused.reason());
  }
}
