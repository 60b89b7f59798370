package dev.tenure.record.index.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The records of several tokens, held in memory. */
final class HeldPostings implements Postings {
  private final TextPlace place;
  private final NavigableMap<byte[], List<Held>> records = new TreeMap<>(Arrays::compareUnsigned);
  private int size;
  private Map.@Nullable Entry<byte[], List<Held>> found;

  /** The positions of a token, as they are stored. */
  private static final class Held {
    private final byte[] key;
    private final byte[] positions;

    Held(byte[] key, byte[] positions) {
      this.key = key;
      this.positions = positions;
    }
  }

  HeldPostings(TextPlace place) {
    this.place = place;
  }

  /** Adds the entry of a record. */
  void add(byte[] record, byte[] key, byte[] positions) {
    records.computeIfAbsent(record, unused -> new ArrayList<>(1)).add(new Held(key, positions));
    size++;
  }

  /** The number of entries held. */
  int size() {
    return size;
  }

  @Override
  public CompletableFuture<Step> advance(Bound bound) {
    found = place.isReverse() ? before(bound) : behind(bound);
    return CompletableFuture.completedFuture(
        found == null ? Step.ended() : Step.found(found.getKey()));
  }

  private Map.@Nullable Entry<byte[], List<Held>> behind(Bound bound) {
    byte[] key = bound.key();
    if (key == null) {
      return records.firstEntry();
    }
    return bound.isBehind() ? records.higherEntry(key) : records.ceilingEntry(key);
  }

  private Map.@Nullable Entry<byte[], List<Held>> before(Bound bound) {
    byte[] key = bound.key();
    if (key == null) {
      return records.lastEntry();
    }
    return bound.isBehind() ? records.lowerEntry(key) : records.floorEntry(key);
  }

  @Override
  public int[] positions() {
    if (found == null) {
      throw new IllegalStateException("no record has been found");
    }
    int[] all = new int[0];
    for (Held held : found.getValue()) {
      all = PositionList.merge(all, PositionList.decode(held.positions, place.describe(held.key)));
    }
    return all;
  }

  @Override
  public void close() {}
}
