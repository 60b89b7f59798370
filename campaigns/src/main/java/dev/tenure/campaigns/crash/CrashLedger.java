package dev.tenure.campaigns.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/**
 * Records what the processes were told, and checks that the rows left after their crashes agree
 * with it.
 */
final class CrashLedger {
  private final int clients;
  private final List<Acknowledgement> required = new ArrayList<>();
  private final List<Loss> losses = new ArrayList<>();
  private List<Long> heads;
  private long checkedVersion;
  private long versionMax;
  private long acknowledgedEver;
  private int runs;

  /** A loss of power, and the commits that it may have taken. */
  private static final class Loss {
    private final List<Acknowledgement> doubtful;
    private long reopenedAt = Long.MAX_VALUE;

    Loss(List<Acknowledgement> doubtful) {
      this.doubtful = doubtful;
    }
  }

  CrashLedger(int clients) {
    this.clients = clients;
    this.heads = Collections.nCopies(clients, 0L);
  }

  long acknowledgedEver() {
    return acknowledgedEver;
  }

  int acknowledgedSinceCheck() {
    return required.size() + losses.stream().mapToInt(loss -> loss.doubtful.size()).sum();
  }

  /** Notes that the database was opened and gave its first read version. */
  void opened(long version) {
    CrashViolation.require(
        version > versionMax,
        "reopened at version %d, but %d was given out before".formatted(version, versionMax));
    versionMax = version;
    losses.forEach(loss -> loss.reopenedAt = Math.min(loss.reopenedAt, version));
    runs++;
  }

  void acknowledged(Acknowledgement told) {
    CrashViolation.require(
        told.commitVersion() > told.readVersion(), told + ": committed at or before it read");
    long last = lastNumber(told.client());
    CrashViolation.require(
        told.number() > last, told + ": number " + last + " was acknowledged before and is lost");
    versionMax = Math.max(versionMax, told.commitVersion());
    required.add(told);
    acknowledgedEver++;
  }

  /**
   * Notes that power was lost after a kill. Commits that were not synced may be gone; commits
   * acknowledged as synced, and those before them, may not.
   */
  void powerLost() {
    long syncedVersion =
        required.stream()
            .filter(told -> !told.risky())
            .mapToLong(Acknowledgement::commitVersion)
            .max()
            .orElse(0);
    losses.add(
        new Loss(required.stream().filter(told -> told.commitVersion() > syncedVersion).toList()));
    required.removeIf(told -> told.commitVersion() > syncedVersion);
  }

  /**
   * Compares the rows left with what was told.
   *
   * @return how many acknowledged commits are lost that may be lost
   */
  int check(PresentWork present) {
    for (Acknowledgement told : required) {
      CrashViolation.require(
          told.number() <= present.heads().get(told.client()), told + ", but lost");
      OptionalLong version = present.version(told.client(), told.number());
      CrashViolation.require(
          version.isEmpty() || version.getAsLong() == told.commitVersion(),
          told + ", but its stamp has another version");
    }
    for (int client = 0; client < clients; client++) {
      checkClient(client, present);
    }
    int lost = 0;
    for (Loss loss : losses) {
      lost += check(loss, present);
    }
    begin(present);
    return lost;
  }

  private void begin(PresentWork present) {
    heads = present.heads();
    checkedVersion = present.readVersion();
    required.clear();
    losses.clear();
    runs = 0;
  }

  private void checkClient(int client, PresentWork present) {
    long head = present.heads().get(client);
    long checkedHead = heads.get(client);
    CrashViolation.require(
        head >= checkedHead,
        "client %d fell back from %d to %d".formatted(client, checkedHead, head));
    long last = Math.max(lastNumber(client), lastDoubtful(client));
    CrashViolation.require(
        head <= last + runs,
        "client %d is at %d, but %d was the last acknowledged".formatted(client, head, last));
    long before = 0;
    long number = head - present.versions().get(client).size();
    for (long version : present.versions().get(client)) {
      number++;
      String name = "transaction %d/%d of version %d".formatted(client, number, version);
      CrashViolation.require(version > before, name + " follows one of version " + before);
      CrashViolation.require(
          number <= checkedHead || version > checkedVersion,
          name + " came after a restart at " + checkedVersion);
      before = version;
    }
  }

  /** A loss of power must take every commit after the first one that it took. */
  private int check(Loss loss, PresentWork present) {
    int lost = 0;
    long lostVersionMin = Long.MAX_VALUE;
    for (Acknowledgement told : loss.doubtful) {
      boolean isOver = told.number() > present.heads().get(told.client());
      OptionalLong version = present.version(told.client(), told.number());
      boolean isAnother = version.isPresent() && version.getAsLong() != told.commitVersion();
      if (isOver || isAnother) {
        lost++;
        lostVersionMin = Math.min(lostVersionMin, told.commitVersion());
      }
    }
    for (List<Long> versions : present.versions()) {
      for (long version : versions) {
        CrashViolation.require(
            version < lostVersionMin || version > loss.reopenedAt,
            "version %d is there, but not %d, before it".formatted(version, lostVersionMin));
      }
    }
    return lost;
  }

  private long lastNumber(int client) {
    for (int i = required.size() - 1; i >= 0; i--) {
      if (required.get(i).client() == client) {
        return required.get(i).number();
      }
    }
    return heads.get(client);
  }

  private long lastDoubtful(int client) {
    return losses.stream()
        .flatMap(loss -> loss.doubtful.stream())
        .filter(told -> told.client() == client)
        .mapToLong(Acknowledgement::number)
        .max()
        .orElse(0);
  }
}
