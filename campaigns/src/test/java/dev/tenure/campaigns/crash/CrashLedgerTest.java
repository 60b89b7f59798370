package dev.tenure.campaigns.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Two clients; what is left of their commits in the versions 10, 20, ... */
class CrashLedgerTest {
  private final CrashLedger ledger = new CrashLedger(2);

  @Test
  void everythingAcknowledgedIsThere() {
    opened();
    synced(0, 1, 10);
    risky(1, 1, 20);
    synced(0, 2, 30);
    assertEquals(0, ledger.check(left(List.of(10L, 30L), List.of(20L))));
    assertEquals(3, ledger.acknowledgedEver());
  }

  @Test
  void acknowledgedCommitThatIsLostIsFound() {
    opened();
    synced(0, 1, 10);
    risky(0, 2, 20);
    refused("acknowledged 0 2 true 19 20, but lost", left(List.of(10L), List.of()));
  }

  @Test
  void onlyRiskyCommitsAfterTheLastSyncedOneMayBeLostWithThePower() {
    opened();
    risky(0, 1, 10);
    synced(1, 1, 20);
    risky(0, 2, 30);
    risky(1, 2, 40);
    ledger.powerLost();
    ledger.opened(50);
    refused("acknowledged 0 1 true 9 10, but lost", left(List.of(), List.of(20L)));
    refused("acknowledged 1 1 false 19 20, but lost", left(List.of(10L), List.of()));
    refused("40 is there, but not 30", left(List.of(10L), List.of(20L, 40L)));
    assertEquals(1, ledger.check(left(List.of(10L, 30L), List.of(20L))));
  }

  @Test
  void commitsOfAProcessAfterTheLossAreRequiredThoughItReusesTheNumbers() {
    opened();
    risky(0, 1, 10);
    risky(0, 2, 20);
    ledger.powerLost();
    ledger.opened(50);
    synced(0, 1, 60);
    refused("acknowledged 0 1 false 59 60, but lost", left(List.of(), List.of()));
    refused("20 is there, but not 10", left(List.of(60L), List.of(20L)));
    assertEquals(2, ledger.check(left(List.of(60L), List.of())));
  }

  @Test
  void commitThatWasNotAcknowledgedMayBeThereButNotTwo() {
    opened();
    synced(0, 1, 10);
    refused("is at 3", left(List.of(10L, 20L, 30L), List.of()));
    assertEquals(0, ledger.check(left(List.of(10L, 20L), List.of(30L))));
  }

  @Test
  void commitWithAnotherVersionIsFound() {
    opened();
    synced(0, 1, 10);
    refused("its stamp has another version", left(List.of(11L), List.of()));
  }

  @Test
  void versionsThatDoNotGrowAreFound() {
    opened();
    synced(0, 1, 10);
    refused("follows one of version 10", left(List.of(10L, 10L), List.of()));
    assertThrows(CrashViolation.class, () -> ledger.opened(10));
    assertThrows(CrashViolation.class, () -> synced(0, 1, 20));
    assertThrows(
        CrashViolation.class, () -> ledger.acknowledged(new Acknowledgement(1, 1, false, 30, 30)));
  }

  @Test
  void commitsAfterARestartHaveVersionsAboveIt() {
    opened();
    synced(0, 1, 10);
    assertEquals(0, ledger.check(left(List.of(10L), List.of())));
    ledger.opened(200);
    refused("came after a restart at 100", left(List.of(10L, 99L), List.of()));
  }

  @Test
  void commitsThatWereCheckedMayNotGoLaterWhateverHappens() {
    opened();
    risky(0, 1, 10);
    assertEquals(0, ledger.check(left(List.of(10L), List.of())));
    ledger.opened(200);
    ledger.powerLost();
    refused("client 0 fell back from 1 to 0", left(List.of(), List.of()));
  }

  private void opened() {
    ledger.opened(5);
  }

  private void synced(int client, long number, long version) {
    ledger.acknowledged(new Acknowledgement(client, number, false, version - 1, version));
  }

  private void risky(int client, long number, long version) {
    ledger.acknowledged(new Acknowledgement(client, number, true, version - 1, version));
  }

  private static PresentWork left(List<Long> ofFirst, List<Long> ofSecond) {
    return new PresentWork(
        100, List.of((long) ofFirst.size(), (long) ofSecond.size()), List.of(ofFirst, ofSecond));
  }

  private void refused(String because, PresentWork present) {
    CrashViolation found = assertThrows(CrashViolation.class, () -> ledger.check(present));
    assertTrue(String.valueOf(found.getMessage()).contains(because), found.getMessage());
  }
}
