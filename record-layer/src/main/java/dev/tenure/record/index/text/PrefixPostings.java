package dev.tenure.record.index.text;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.structure.BunchReads;
import dev.tenure.record.structure.BunchedEntry;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The records of all tokens with a prefix, each record once. The tokens are looked up when the
 * first record is requested. Tokens with few entries are read as a whole and held in memory; tokens
 * with more entries than one read returns are read as they are needed.
 */
final class PrefixPostings implements Postings {
  /**
   * The number of bunches that are read before the search checks whether a token has more of them.
   */
  static final int BUNCHES_AT_ONCE = 64;

  /** The most entries that are held in memory. */
  static final int HELD_MAX = 100_000;

  /** The most tokens that are read on demand, in addition to those held in memory. */
  static final int TOKENS_MAX = 256;

  private final TextPlace place;
  private final String begin;
  private final HeldPostings held;
  private final List<Postings> tokens = new ArrayList<>();
  private final List<BunchedEntry> chunk = new ArrayList<>();
  private byte[] next;
  private @Nullable Postings all;
  private volatile boolean closed;

  PrefixPostings(TextPlace place, String begin) {
    this.place = place;
    this.begin = begin;
    this.held = new HeldPostings(place);
    this.next = place.begin(begin);
  }

  @Override
  public CompletableFuture<Step> advance(Bound bound) {
    if (all != null) {
      return all.advance(bound);
    }
    return AsyncLoop.whileTrue(() -> readChunk(bound))
        .thenCompose(
            nothing -> {
              tokens.add(held);
              Postings found = new AnyPostings(place.isReverse(), tokens);
              all = found;
              return found.advance(bound);
            });
  }

  /** Reads some bunches; whether there are more. */
  private CompletableFuture<Boolean> readChunk(Bound bound) {
    if (closed) {
      throw new CancellationException("the cursor was closed");
    }
    BunchReads reads = place.read(next, TextPlace.behindAll(place.begin(begin)), false);
    int[] count = {0};
    boolean[] ended = {false};
    chunk.clear();
    return AsyncLoop.whileTrue(
            () ->
                reads
                    .next()
                    .thenApply(
                        read -> {
                          ended[0] = read == null;
                          if (read != null) {
                            place.budget().charge(read.bytes());
                            chunk.addAll(read.entries());
                          }
                          return read != null && ++count[0] < BUNCHES_AT_ONCE;
                        }))
        .whenComplete((nothing, error) -> reads.close())
        .thenApply(nothing -> take(bound, ended[0]));
  }

  private boolean take(Bound bound, boolean ended) {
    byte[] last = ended || chunk.isEmpty() ? null : token(chunk.get(chunk.size() - 1));
    for (BunchedEntry entry : chunk) {
      byte[] token = token(entry);
      byte[] record = Arrays.copyOfRange(entry.key(), token.length, entry.key().length);
      if (!Arrays.equals(token, last) && bound.admits(record, place.isReverse())) {
        held.add(record, entry.key(), entry.value());
      }
    }
    if (last != null && !closed) {
      tokens.add(new TokenPostings(place, last));
      next = TextPlace.behindAll(last);
    }
    if (held.size() > HELD_MAX || tokens.size() > TOKENS_MAX) {
      throw tooMany();
    }
    return !ended;
  }

  /** The prefix of the keys of the entry's token. */
  private byte[] token(BunchedEntry entry) {
    int end = 0;
    for (int column = 0; column <= place.groupColumns() && end != PackedTuples.NONE; column++) {
      end = PackedTuples.end(entry.key(), end);
    }
    if (end == PackedTuples.NONE) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "entry of a text index has no group and token as its key ("
              + place.describe(entry.key())
              + ")");
    }
    return Arrays.copyOf(entry.key(), end);
  }

  private RecordLayerException tooMany() {
    return new RecordLayerException(
        RecordLayerException.Code.SCAN_BUDGET_EXCEEDED,
        "tokens that begin with \""
            + begin
            + "\" have more than "
            + HELD_MAX
            + " entries, or more than "
            + TOKENS_MAX
            + " of them have many: ask for a longer begin");
  }

  @Override
  public int[] positions() {
    if (all == null) {
      throw new IllegalStateException("no record has been found");
    }
    return all.positions();
  }

  @Override
  public void close() {
    closed = true;
    tokens.forEach(Postings::close);
  }
}
