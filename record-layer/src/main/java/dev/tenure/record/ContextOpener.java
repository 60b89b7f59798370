package dev.tenure.record;

import com.apple.foundationdb.Transaction;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Opens the transactions of a database. */
final class ContextOpener {
  private final RecordDatabase database;
  private final Observation observation;
  private final ReadVersionCache readVersions = new ReadVersionCache();

  ContextOpener(RecordDatabase database, Observation observation) {
    this.database = database;
    this.observation = observation;
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
