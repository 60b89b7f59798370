package dev.tenure.record.meter;

import com.apple.foundationdb.Transaction;
import dev.tenure.record.async.Hooks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Counts and times one context. Made only when the database has meters or listeners. */
public final class ContextMeasure {
  private final Observation observation;
  private final InstantSource clock;
  private final TransactionMeter meter;
  private final Instant opened;
  private volatile @Nullable Instant submitted;
  private volatile @Nullable Instant answered;

  /** A measure of a transaction that is being opened. */
  public ContextMeasure(Observation observation, InstantSource clock, String run) {
    this.observation = observation;
    this.clock = clock;
    this.meter = new TransactionMeter(clock);
    this.opened = clock.instant();
    observation.opened(run);
  }

  /** Wraps the transaction so that its operations are counted. */
  public Transaction around(Transaction transaction) {
    return meter.around(transaction);
  }

  public void count(RecordCounter counter, long amount) {
    meter.add(counter, amount);
  }

  /** Called when the commit is sent to the database. */
  public void submitted() {
    submitted = clock.instant();
  }

  /** Called when the commit was answered, or is no longer waited for. */
  public void answered() {
    answered = clock.instant();
  }

  /** Called at the end of the transaction: reports to meters and listeners. */
  public void ended(
      String run,
      int attempt,
      Optional<String> identifier,
      TransactionOutcome outcome,
      OptionalInt errorCode) {
    if (outcome == TransactionOutcome.COMMITTED) {
      count(RecordCounter.TRANSACTIONS_COMMITTED, 1);
    } else if (outcome == TransactionOutcome.CONFLICTED) {
      count(RecordCounter.CONFLICTS, 1);
    }
    Map<RecordCounter, Long> counts = meter.counts();
    TransactionTimes times = times();
    Hooks.run(() -> tellMeters(run, counts, times));
    if (!observation.listeners().isEmpty()) {
      observation.ended(
          new TransactionSummary(run, attempt, outcome, errorCode, identifier, times, counts));
    }
  }

  private TransactionTimes times() {
    Instant ended = clock.instant();
    Instant from = submitted;
    Instant to = answered;
    Instant bodyEnded = from == null ? ended : from;
    Duration commit =
        from == null ? Duration.ZERO : Duration.between(from, to == null ? ended : to);
    return new TransactionTimes(
        Duration.between(opened, ended),
        meter.readVersionWait().orElse(Duration.ZERO),
        Duration.between(opened, bodyEnded),
        commit);
  }

  private void tellMeters(String run, Map<RecordCounter, Long> counts, TransactionTimes times) {
    RecordMeters meters = observation.meters();
    counts.forEach((counter, number) -> meters.count(counter, run, number));
    meters.time(RecordTimer.TRANSACTION, run, times.total());
    if (submitted != null) {
      meters.time(RecordTimer.COMMIT, run, times.commit());
    }
    meter.readVersionWait().ifPresent(wait -> meters.time(RecordTimer.READ_VERSION, run, wait));
  }
}
