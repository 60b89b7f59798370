package dev.tenure.campaigns.differential;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MappedKeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.campaigns.differential.ReadStep.Manner;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the reads of a program.
 */
final class ReadPlayer {
  private final Player player;

  ReadPlayer(Player player) {
    this.player = player;
  }

  String play(ReadStep step, Transaction transaction) {
    ReadTransaction reads = step.snapshot() ? transaction.snapshot() : transaction;
    Tokens tokens = player.tokens();
    if (step instanceof ReadStep.Get get) {
      byte[] value = player.now(reads.get(tokens.bytes(get.key())));
      return value == null ? "none" : tokens.shown(value);
    }
    if (step instanceof ReadStep.GetKey getKey) {
      return tokens.shown(player.now(reads.getKey(tokens.selector(getKey.selector()))));
    }
    if (step instanceof ReadStep.GetRange range) {
      return shown(rows(range, reads));
    }
    return mapped((ReadStep.GetMapped) step, transaction);
  }

  private List<KeyValue> rows(ReadStep.GetRange step, ReadTransaction reads) {
    Manner manner = step.manner();
    AsyncIterable<KeyValue> range =
        reads.getRange(
            player.tokens().selector(step.begin()),
            player.tokens().selector(step.end()),
            manner.limit(),
            manner.reverse(),
            manner.mode());
    return manner.take() < 0 ? player.now(range.asList()) : some(range, manner.take());
  }

  private List<KeyValue> some(AsyncIterable<KeyValue> range, int count) {
    AsyncIterator<KeyValue> iterator = range.iterator();
    List<KeyValue> rows = new ArrayList<>();
    while (rows.size() < count && player.now(iterator.onHasNext())) {
      rows.add(iterator.next());
    }
    iterator.cancel();
    return rows;
  }

  private String mapped(ReadStep.GetMapped step, Transaction transaction) {
    Tokens tokens = player.tokens();
    List<MappedKeyValue> rows =
        player.now(
            transaction
                .getMappedRange(
                    tokens.selector(step.begin()),
                    tokens.selector(step.end()),
                    tokens.bytes(step.mapper()),
                    step.limit(),
                    step.reverse(),
                    StreamingMode.WANT_ALL)
                .asList());
    List<String> shown = new ArrayList<>();
    for (MappedKeyValue row : rows) {
      shown.add(
          "%s=%s [%s to %s] %s"
              .formatted(
                  tokens.shown(row.getKey()),
                  tokens.shown(row.getValue()),
                  tokens.shown(row.getRangeBegin()),
                  tokens.shown(row.getRangeEnd()),
                  shown(row.getRangeResult())));
    }
    return shown.toString();
  }

  String shown(List<KeyValue> rows) {
    Tokens tokens = player.tokens();
    List<String> shown = new ArrayList<>();
    for (KeyValue row : rows) {
      shown.add(tokens.shown(row.getKey()) + "=" + tokens.shown(row.getValue()));
    }
    return rows.size() + " " + shown;
  }
}
