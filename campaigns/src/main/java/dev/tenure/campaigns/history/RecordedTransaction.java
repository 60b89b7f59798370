package dev.tenure.campaigns.history;

import dev.tenure.record.error.FdbErrorPredicates;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a transaction, as its client saw it. Moments are numbers above zero that grow through the whole history. Safe for use by many threads.
 */
final class RecordedTransaction {
  private static final int CLIENT_ERRORS = 2_000;

  /**
   * What the client knows of the end of the transaction.
   */
  enum RecordedOutcome {
    /**
     * The client never asked for a commit. No write of the transaction may be seen.
     */
    ABANDONED,
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN
  }

  /**
   * A step whose result may still be missing.
   */
  private static final class Slot {
    private @Nullable HistoryStep step;
  }

  /**
   * Puts the result of a read at the place of the read in the program.
   */
  interface Result {
    void is(HistoryStep step);
  }

  private final long number;
  private final LongSupplier moments;
  private final List<Slot> slots = new ArrayList<>();
  private RecordedOutcome outcome = RecordedOutcome.ABANDONED;
  private boolean writes;
  private boolean risky;
  private boolean versionChosen;
  private long begun;
  private long versionHeard;
  private long commitBegun;
  private long ended;
  private OptionalLong readVersion = OptionalLong.empty();
  private OptionalLong commitVersion = OptionalLong.empty();

  RecordedTransaction(long number, LongSupplier moments) {
    this.number = number;
    this.moments = moments;
  }

  long number() {
    return number;
  }

  synchronized void write(HistoryStep.Write write) {
    writes = true;
    Slot slot = new Slot();
    slot.step = write;
    slots.add(slot);
  }

  synchronized Result read() {
    begin();
    Slot slot = new Slot();
    slots.add(slot);
    return step -> {
      synchronized (this) {
        slot.step = step;
      }
    };
  }

  /**
   * The transaction may ask for its read version from now on.
   */
  synchronized void begin() {
    if (begun == 0) {
      begun = moments.getAsLong();
    }
  }

  synchronized void readVersionIs(long version) {
    if (readVersion.isEmpty()) {
      readVersion = OptionalLong.of(version);
      versionHeard = moments.getAsLong();
    }
  }

  /**
   * The client set the read version, which need not be the newest.
   */
  synchronized void choseVersion() {
    versionChosen = true;
  }

  /**
   * The client accepts that a crash loses the acknowledged commit.
   */
  synchronized void setRisky() {
    risky = true;
  }

  synchronized void beginCommit() {
    commitBegun = moments.getAsLong();
    outcome = RecordedOutcome.UNKNOWN;
  }

  synchronized void committed(long version) {
    ended = moments.getAsLong();
    outcome = RecordedOutcome.COMMITTED;
    commitVersion = version < 0 ? OptionalLong.empty() : OptionalLong.of(version);
  }

  synchronized void failed(Throwable error) {
    ended = moments.getAsLong();
    OptionalInt code = FdbErrorPredicates.codeOf(error);
    boolean surelyNot =
        code.isPresent()
            && (code.getAsInt() >= CLIENT_ERRORS
                || (FdbErrorPredicates.retryable(code.getAsInt())
                    && !FdbErrorPredicates.maybeCommitted(code.getAsInt())));
    outcome = surelyNot ? RecordedOutcome.NOT_COMMITTED : RecordedOutcome.UNKNOWN;
  }

  /**
   * The steps that have results, in the order of the program.
   */
  synchronized List<HistoryStep> steps() {
    List<HistoryStep> steps = new ArrayList<>();
    for (Slot slot : slots) {
      if (slot.step != null) {
        steps.add(slot.step);
      }
    }
    return steps;
  }

  synchronized RecordedOutcome outcome() {
    return outcome;
  }

  synchronized boolean writes() {
    return writes;
  }

  synchronized boolean isRisky() {
    return risky;
  }

  synchronized boolean hasChosenVersion() {
    return versionChosen;
  }

  synchronized OptionalLong readVersion() {
    return readVersion;
  }

  /**
   * The version that the client was told; empty when it was told none.
   */
  synchronized OptionalLong commitVersion() {
    return commitVersion;
  }

  /**
   * The moment from which the transaction may have asked for its read version.
   */
  synchronized long begun() {
    return begun;
  }

  /**
   * The moment at which the client had the read version.
   */
  synchronized long versionHeard() {
    return versionHeard;
  }

  synchronized long commitBegun() {
    return commitBegun;
  }

  /**
   * The moment at which the client had the result of the commit.
   */
  synchronized long ended() {
    return ended;
  }

  @Override
  public synchronized String toString() {
    String read =
        readVersion.isPresent() ? "read at " + readVersion.getAsLong() : "no read version";
    return "transaction " + number + " (" + outcome + ", " + read + ")";
  }
}
