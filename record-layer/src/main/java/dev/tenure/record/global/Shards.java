package dev.tenure.record.global;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * All shards, and where each record lies. Every client must have the same shards in the same order.
 * Data shards and index shards may be of different kinds.
 */
public final class Shards {
  private final List<? extends DataShard> data;
  private final ToIntFunction<PrimaryKey> dataPlace;
  private final List<? extends IndexShard> index;
  private final ToIntFunction<SecondaryKey> indexPlace;

  /**
   * @param dataPlace gives the place in {@code data} of the shard that has a record
   * @param indexPlace as {@code dataPlace}, for index records
   */
  public Shards(
      List<? extends DataShard> data,
      ToIntFunction<PrimaryKey> dataPlace,
      List<? extends IndexShard> index,
      ToIntFunction<SecondaryKey> indexPlace) {
    if (data.isEmpty() || index.isEmpty()) {
      throw new IllegalArgumentException(
          data.size() + " data shards and " + index.size() + " index shards; at least one each");
    }
    this.data = List.copyOf(data);
    this.dataPlace = dataPlace;
    this.index = List.copyOf(index);
    this.indexPlace = indexPlace;
  }

  /** Shards by a hash of the keys that is the same in every process and version. */
  public static Shards hashed(List<? extends DataShard> data, List<? extends IndexShard> index) {
    int dataShards = data.size();
    int indexShards = index.size();
    return new Shards(
        data,
        key -> place(hash(key.value()), dataShards),
        index,
        key -> place(hash(key.name() + "\u0000" + key.value()), indexShards));
  }

  /** The same places, with other data shards in them. */
  public Shards withData(UnaryOperator<List<? extends DataShard>> change) {
    return new Shards(change.apply(data), dataPlace, index, indexPlace);
  }

  public List<? extends DataShard> data() {
    return data;
  }

  public List<? extends IndexShard> index() {
    return index;
  }

  public DataShard dataOf(PrimaryKey key) {
    return data.get(dataPlace.applyAsInt(key));
  }

  public IndexShard indexOf(SecondaryKey key) {
    return index.get(indexPlaceOf(key));
  }

  public int indexPlaceOf(SecondaryKey key) {
    return indexPlace.applyAsInt(key);
  }

  private static int place(long hash, int shards) {
    return (int) Long.remainderUnsigned(hash, shards);
  }

  /** FNV-1a of the UTF-8 bytes, mixed so that its low bits depend on all of them. */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return hash ^ (hash >>> 33);
  }
}
