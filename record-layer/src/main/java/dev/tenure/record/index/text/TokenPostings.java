package dev.tenure.record.index.text;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.structure.BunchReads;
import dev.tenure.record.structure.BunchedEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The records of one token. Reads on while what it looks for is near, and begins to read at it anew
 * when it is not in the next bunches.
 */
final class TokenPostings implements Postings {
  private static final int BUNCHES_AHEAD = 4;

  private final TextPlace place;
  private final byte[] token;
  private @Nullable BunchReads reads;
  private List<BunchedEntry> entries = List.of();
  private int next;
  private int bunches;
  private boolean ended;

  TokenPostings(TextPlace place, byte[] token) {
    this.place = place;
    this.token = token;
  }

  @Override
  public CompletableFuture<Step> advance(Bound bound) {
    bunches = 0;
    return AsyncLoop.whileTrue(() -> move(bound))
        .thenApply(nothing -> ended ? Step.ended() : Step.found(record()));
  }

  private CompletableFuture<Boolean> move(Bound bound) {
    while (next < entries.size() && !bound.admits(record(), place.isReverse())) {
      next++;
    }
    if (ended || next < entries.size()) {
      return CompletableFuture.completedFuture(false);
    }
    return reads(bound).next().thenApply(this::taken);
  }

  private boolean taken(BunchReads.@Nullable Read read) {
    ended = read == null;
    entries = read == null ? List.of() : read.entries();
    next = 0;
    bunches++;
    if (read != null) {
      place.budget().charge(read.bytes());
    }
    return true;
  }

  private BunchReads reads(Bound bound) {
    BunchReads open = reads;
    if (open != null && bunches != BUNCHES_AHEAD) {
      return open;
    }
    close();
    byte[] end = TextPlace.behindAll(token);
    byte[] key = bound.key();
    boolean reverse = place.isReverse();
    byte[] at = key == null ? token : key(key, bound.isBehind() != reverse);
    BunchReads opened =
        place.read(reverse ? token : at, reverse && key != null ? at : end, reverse);
    reads = opened;
    return opened;
  }

  /** The key of a record, or the one after it. */
  private byte[] key(byte[] record, boolean after) {
    byte[] key = Arrays.copyOf(token, token.length + record.length + (after ? 1 : 0));
    System.arraycopy(record, 0, key, token.length, record.length);
    return key;
  }

  private byte[] record() {
    byte[] key = entries.get(next).key();
    return Arrays.copyOfRange(key, token.length, key.length);
  }

  @Override
  public int[] positions() {
    BunchedEntry entry = entries.get(next);
    return PositionList.decode(entry.value(), place.describe(entry.key()));
  }

  @Override
  public void close() {
    if (reads != null) {
      Objects.requireNonNull(reads).close();
    }
  }
}
