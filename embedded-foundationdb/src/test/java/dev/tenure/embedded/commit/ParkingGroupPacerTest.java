package dev.tenure.embedded.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ParkingGroupPacerTest {
  private final AtomicLong nanoTime = new AtomicLong();
  private final AtomicInteger clockReads = new AtomicInteger();
  private final ParkingGroupPacer pacer =
      new ParkingGroupPacer(
          () -> {
            clockReads.incrementAndGet();
            return nanoTime.getAndAdd(10_000);
          },
          Duration.ofNanos(60_000));

  @Test
  void loneClientIsNotKeptWaiting() {
    pacer.acknowledged(1);
    clockReads.set(0);
    pacer.awaitCompany(() -> 1);
    assertEquals(0, clockReads.get());
  }

  @Test
  void groupStartsWhenAllThatWereAcknowledgedAreBack() {
    pacer.acknowledged(3);
    AtomicInteger waiting = new AtomicInteger(1);
    pacer.awaitCompany(() -> waiting.getAndIncrement());
    assertEquals(4, waiting.get());
  }

  @Test
  void groupStartsAfterThePauseWithWhoeverIsThere() {
    pacer.acknowledged(8);
    pacer.awaitCompany(() -> 1);
    assertEquals(true, nanoTime.get() >= 60_000 && nanoTime.get() <= 100_000);
  }

  @Test
  void arrivalOfTheLastExpectedWakesTheCommitThread() throws InterruptedException {
    ParkingGroupPacer patient = new ParkingGroupPacer(() -> 0, Duration.ofMinutes(10));
    patient.acknowledged(2);
    AtomicInteger waiting = new AtomicInteger(1);
    CountDownLatch asked = new CountDownLatch(1);
    Thread commitThread =
        new Thread(
            () ->
                patient.awaitCompany(
                    () -> {
                      asked.countDown();
                      return waiting.get();
                    }));
    commitThread.start();
    asked.await();
    waiting.set(2);
    while (commitThread.isAlive()) {
      patient.arrived(2);
      commitThread.join(1);
    }
    assertEquals(false, commitThread.isAlive());
  }
}
