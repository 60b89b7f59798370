package dev.tenure.campaigns.differential;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Runs the steps of a program that neither read nor write rows. */
final class LifePlayer {
  private static final String MODULE = "\u00ff\u00ff/transaction/";

  private final Player player;
  private final List<Watched> watches = new ArrayList<>();

  /** A watch and the step that set it. */
  private record Watched(ProgramStep step, CompletableFuture<Void> future) {}

  LifePlayer(Player player) {
    this.player = player;
  }

  String play(LifeStep step) {
    if (step instanceof LifeStep.Begin) {
      player.closeTransaction(step.transaction());
    } else if (step instanceof LifeStep.SetOption option) {
      set(option, player.transaction(step).options());
    } else if (step instanceof LifeStep.Commit) {
      return commit(step);
    } else if (step instanceof LifeStep.OnError onError) {
      return onError(onError);
    } else if (step instanceof LifeStep.Cancel) {
      player.transaction(step).cancel();
    } else if (step instanceof LifeStep.Ask ask) {
      return answer(ask);
    } else if (step instanceof LifeStep.SetVersion set) {
      boolean isLiteral = set.commit() < 0;
      player
          .transaction(step)
          .setReadVersion(
              isLiteral ? set.delta() : player.tokens().version(set.commit(), set.delta()));
    } else if (step instanceof LifeStep.Watch watch) {
      byte[] key = player.tokens().bytes(watch.key());
      Transaction transaction = player.transaction(step);
      watches.add(new Watched(step, transaction.watch(key)));
      return "set, with" + ranges(transaction, "read_conflict_range/");
    } else if (step instanceof LifeStep.AwaitWatches) {
      return endedWatches();
    } else if (step instanceof LifeStep.Dump) {
      return dump();
    } else {
      throw new IllegalStateException("step of no known kind: " + step);
    }
    return "ok";
  }

  private static void set(LifeStep.SetOption step, TransactionOptions options) {
    switch (step.option()) {
      case READ_YOUR_WRITES_DISABLE -> options.setReadYourWritesDisable();
      case SNAPSHOT_RYW_DISABLE -> options.setSnapshotRywDisable();
      case SNAPSHOT_RYW_ENABLE -> options.setSnapshotRywEnable();
      case NEXT_WRITE_NO_WRITE_CONFLICT_RANGE -> options.setNextWriteNoWriteConflictRange();
      case ACCESS_SYSTEM_KEYS -> options.setAccessSystemKeys();
      case READ_SYSTEM_KEYS -> options.setReadSystemKeys();
      case RAW_ACCESS -> options.setRawAccess();
      case REPORT_CONFLICTING_KEYS -> options.setReportConflictingKeys();
      case BYPASS_UNREADABLE -> options.setBypassUnreadable();
      case LOCK_AWARE -> options.setLockAware();
      case READ_LOCK_AWARE -> options.setReadLockAware();
      case CAUSAL_READ_RISKY -> options.setCausalReadRisky();
      case CAUSAL_WRITE_RISKY -> options.setCausalWriteRisky();
      case DURABILITY_RISKY -> options.setDurabilityRisky();
      case PRIORITY_BATCH -> options.setPriorityBatch();
      case SPECIAL_KEY_SPACE_RELAXED -> options.setSpecialKeySpaceRelaxed();
      case SPECIAL_KEY_SPACE_ENABLE_WRITES -> options.setSpecialKeySpaceEnableWrites();
      case SIZE_LIMIT -> options.setSizeLimit(step.value());
      case RETRY_LIMIT -> options.setRetryLimit(step.value());
      case TAG -> options.setTag("tag" + step.value());
    }
  }

  private String commit(LifeStep step) {
    Transaction transaction = player.transaction(step);
    CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
    String outcome;
    try {
      player.now(transaction.commit());
      long version = transaction.getCommittedVersion();
      if (version < 0) {
        outcome = "committed nothing";
      } else {
        player.tokens().add(version, player.now(stamp));
        outcome = "committed";
      }
    } catch (RuntimeException failure) {
      outcome = player.failureOf(step, failure);
    }
    return outcome + " stamp " + shown(stamp);
  }

  private String shown(CompletableFuture<byte[]> stamp) {
    try {
      return isSoonDone(stamp) ? player.tokens().shown(stamp.join()) : "pending";
    } catch (RuntimeException failure) {
      return Player.describe(failure);
    }
  }

  private String onError(LifeStep.OnError step) {
    int number = step.transaction();
    FDBException error =
        step.code() == 0
            ? player.lastError(number)
            : new FDBException("given by the program", step.code());
    Transaction old = player.transaction(step);
    try {
      player.replace(number, player.now(old.onError(error)));
      return "ok after " + error.getCode();
    } catch (RuntimeException failure) {
      old.close();
      player.replace(number, null);
      return player.failureOf(step, failure);
    }
  }

  private String answer(LifeStep.Ask step) {
    Transaction transaction = player.transaction(step);
    Tokens tokens = player.tokens();
    return switch (step.question()) {
      case READ_VERSION -> tokens.seenAt(player.now(transaction.getReadVersion()));
      case COMMITTED_VERSION -> tokens.nameOf(transaction.getCommittedVersion());
      case VERSIONSTAMP -> {
        CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
        yield isSoonDone(stamp) ? tokens.shown(stamp.join()) : "pending";
      }
      case APPROXIMATE_SIZE -> size(step, transaction);
      case READ_CONFLICTS -> ranges(transaction, "read_conflict_range/");
      case WRITE_CONFLICTS -> ranges(transaction, "write_conflict_range/");
      case CONFLICTING_KEYS -> ranges(transaction, "conflicting_keys/");
    };
  }

  /**
   * The approximate size; "some size" where databases may differ: while reads are under way, or
   * when added conflict ranges split others.
   */
  private String size(LifeStep.Ask step, Transaction transaction) {
    long size = player.now(transaction.getApproximateSize());
    return player.isSizeSure(step.transaction()) ? String.valueOf(size) : "some size";
  }

  /**
   * The borders of the conflict ranges, as special keys list them, without those that only a
   * cluster has. A question for read ranges waits for the reads under way, such as that of a watch.
   */
  private String ranges(Transaction transaction, String kind) {
    byte[] prefix = Notation.bytes(MODULE + kind);
    List<KeyValue> rows = player.now(transaction.getRange(Range.startsWith(prefix)).asList());
    StringBuilder shown = new StringBuilder();
    for (KeyValue row : rows) {
      byte[] border = Arrays.copyOfRange(row.getKey(), prefix.length, row.getKey().length);
      if (Tokens.isOfCluster(border)) {
        continue;
      }
      String name = player.tokens().shownWithoutVersions(border);
      boolean begins = Notation.text(row.getValue()).equals("1");
      shown.append(begins ? " [" + name : " " + name + ")");
    }
    return shown.toString();
  }

  private String endedWatches() {
    StringBuilder shown = new StringBuilder();
    for (Watched each : watches) {
      String outcome;
      try {
        boolean ended = isSoonDone(each.future);
        outcome = ended && each.future.join() == null ? "fired" : "pending";
      } catch (RuntimeException failure) {
        outcome = Player.describe(failure);
      }
      shown.append(" [").append(each.step).append(": ").append(outcome).append(']');
    }
    watches.clear();
    return shown.toString();
  }

  private boolean isSoonDone(CompletableFuture<?> future) {
    return player.underTest().await(future, player.underTest().shortPatience());
  }

  private String dump() {
    try (Transaction transaction = player.database().createTransaction()) {
      transaction.options().setAccessSystemKeys();
      List<KeyValue> rows =
          new ArrayList<>(player.now(transaction.getRange(new byte[0], Player.USER_END).asList()));
      rows.addAll(
          player.now(transaction.getRange(Player.SYSTEM_BEGIN, Player.SYSTEM_END).asList()));
      return new ReadPlayer(player).shown(rows);
    }
  }
}
