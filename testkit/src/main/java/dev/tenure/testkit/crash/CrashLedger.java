package dev.tenure.testkit.crash;

import java.util.ArrayList;
import java.util.List;

/** What processes were told, and whether what is left after their crashes keeps to it. */
final class CrashLedger {
  private final int clients;
  private final List<Acknowledgement> acknowledged = new ArrayList<>();
  private List<Long> heads;
  private long checkedVersion;
  private long versionMax;
  private long acknowledgedEver;
  private int runs;

  CrashLedger(int clients) {
    this.clients = clients;
    this.heads = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      heads.add(0L);
    }
  }

  int clients() {
    return clients;
  }

  long acknowledgedEver() {
    return acknowledgedEver;
  }

  int acknowledgedSinceCheck() {
    return acknowledged.size();
  }

  /** The database was opened and gave its first read version. */
  void opened(long version) {
    CrashViolation.require(
        version > versionMax,
        "reopened at version %d, but %d was given out before".formatted(version, versionMax));
    versionMax = version;
    runs++;
  }

  void acknowledged(Acknowledgement told) {
    CrashViolation.require(
        told.commitVersion() > told.readVersion(), told + ": committed at or before it read");
    long last = lastNumber(told.client());
    CrashViolation.require(
        told.number() > last, told + ": number " + last + " was acknowledged before and is lost");
    versionMax = Math.max(versionMax, told.commitVersion());
    acknowledged.add(told);
    acknowledgedEver++;
  }

  /**
   * Compares what is left.
   *
   * @param powerLost whether what was not synced may be lost: all but the commits that were
   *     acknowledged as synced, and those before them
   * @return how many acknowledged commits are lost that may be
   */
  int check(PresentWork present, boolean powerLost) {
    long requiredVersion = Long.MAX_VALUE;
    if (powerLost) {
      requiredVersion =
          acknowledged.stream()
              .filter(told -> !told.risky())
              .mapToLong(Acknowledgement::commitVersion)
              .max()
              .orElse(0);
    }
    int lost = 0;
    long lostVersionMin = Long.MAX_VALUE;
    for (Acknowledgement told : acknowledged) {
      if (told.number() > present.heads().get(told.client())) {
        CrashViolation.require(told.commitVersion() > requiredVersion, told + ", but lost");
        lost++;
        lostVersionMin = Math.min(lostVersionMin, told.commitVersion());
      } else {
        requireSameVersion(told, present);
      }
    }
    for (int client = 0; client < clients; client++) {
      checkClient(client, present, lostVersionMin);
    }
    begin(present);
    return lost;
  }

  private void begin(PresentWork present) {
    heads = present.heads();
    checkedVersion = present.readVersion();
    acknowledged.clear();
    runs = 0;
  }

  private void checkClient(int client, PresentWork present, long lostVersionMin) {
    long head = present.heads().get(client);
    long checkedHead = heads.get(client);
    CrashViolation.require(
        head >= checkedHead,
        "client %d fell back from %d to %d".formatted(client, checkedHead, head));
    long last = lastNumber(client);
    CrashViolation.require(
        head <= last + runs,
        "client %d is at %d, but %d was the last acknowledged".formatted(client, head, last));
    List<Long> versions = present.versions().get(client);
    long before = 0;
    for (int i = 0; i < versions.size(); i++) {
      long number = head - versions.size() + 1 + i;
      long version = versions.get(i);
      String name = "transaction %d/%d of version %d".formatted(client, number, version);
      CrashViolation.require(version > before, name + " follows one of version " + before);
      CrashViolation.require(
          number <= checkedHead || version > checkedVersion,
          name + " came after a restart at " + checkedVersion);
      CrashViolation.require(
          version < lostVersionMin, name + " is there, but not one of " + lostVersionMin);
      before = version;
    }
  }

  private static void requireSameVersion(Acknowledgement told, PresentWork present) {
    List<Long> versions = present.versions().get(told.client());
    long place = versions.size() - 1 - (present.heads().get(told.client()) - told.number());
    if (place >= 0) {
      long version = versions.get((int) place);
      CrashViolation.require(
          version == told.commitVersion(), told + ", but its stamp has version " + version);
    }
  }

  private long lastNumber(int client) {
    long last = heads.get(client);
    for (int i = acknowledged.size() - 1; i >= 0; i--) {
      if (acknowledged.get(i).client() == client) {
        return acknowledged.get(i).number();
      }
    }
    return last;
  }
}
