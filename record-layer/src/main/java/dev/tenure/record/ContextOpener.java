package dev.tenure.record;

import com.apple.foundationdb.Transaction;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Opens the transactions of a database. */
final class ContextOpener {
  /** How long the database below is waited for beyond a timeout that it knows of itself. */
  static final Duration GRACE = Duration.ofSeconds(1);

  private final RecordDatabase database;
  private final Observation observation;
  private final ReadVersionCache readVersions;
  private final Deadlines deadlines;
  private final @Nullable Duration timeout;

  ContextOpener(RecordDatabase database, Observation observation) {
    this.database = database;
    this.observation = observation;
    this.readVersions = new ReadVersionCache();
    this.deadlines = new Deadlines(database.timer(), database.executor());
    this.timeout = null;
  }

  private ContextOpener(RecordDatabase view, ContextOpener shared, @Nullable Duration timeout) {
    this.database = view;
    this.observation = shared.observation;
    this.readVersions = shared.readVersions;
    this.deadlines = shared.deadlines;
    this.timeout = timeout;
  }

  /** Opens contexts of a view, which end after a time unless their options say otherwise. */
  ContextOpener forView(RecordDatabase view, @Nullable Duration newTimeout) {
    return new ContextOpener(view, this, newTimeout);
  }

  /** The time limit of contexts whose options give none; null for none. */
  @Nullable Duration timeout() {
    return timeout;
  }

  Deadlines deadlines() {
    return deadlines;
  }

  /** How long a context that is opened so may take; null for any time. */
  @Nullable Duration limit(ContextOptions options) {
    return options.timeout().orElse(timeout);
  }

  /** The client's own timeout comes first where there is one. */
  private @Nullable Duration ownLimit(ContextOptions options) {
    return options.timeout().isPresent() ? options.timeout().get().plus(GRACE) : timeout;
  }

  ReadVersionCache readVersions() {
    return readVersions;
  }

  RecordContext open(ContextOptions options, ContextName name) {
    Transaction plain = database.database().createTransaction(database.executor());
    @Nullable ContextMeasure measure =
        observation.isOff() ? null : new ContextMeasure(observation, database.clock(), name.run());
    Transaction transaction = measure == null ? plain : measure.around(plain);
    RecordContext context = new RecordContext(database, transaction, options, name, measure);
    try {
      options.apply(transaction.options());
      setReadVersion(options, context);
      Duration limit = ownLimit(options);
      if (limit != null) {
        context.limit(deadlines, limit);
      }
      return context;
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
  }

  private void setReadVersion(ContextOptions options, RecordContext context) {
    Transaction transaction = context.transaction();
    options.readVersion().ifPresent(transaction::setReadVersion);
    if (options.staleness().isZero()) {
      return;
    }
    OptionalLong known =
        context.attempt() == 0
            ? readVersions.find(context.now(), options.staleness(), options.versionMin())
            : OptionalLong.empty();
    if (known.isPresent()) {
      transaction.setReadVersion(known.getAsLong());
      context.usesKnownVersion(known.getAsLong());
      return;
    }
    var unused =
        transaction
            .getReadVersion()
            .thenAccept(version -> readVersions.learn(version, context.now()));
  }
}
