package dev.tenure.record.global;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * All shards of an index, and the functions that map each record to its shard. Every client must
 * have the same shards in the same order. Data shards and index shards may be of different kinds.
 */
public final class Shards {
  private final List<? extends DataShard> data;
  private final ToIntFunction<PrimaryKey> dataPlace;
  private final List<? extends IndexShard> index;
  private final ToIntFunction<SecondaryKey> indexPlace;
  private final Function<SecondaryKey, List<Integer>> indexPlaces;
  private final boolean isHashed;

  /**
   * @param dataPlace gives the position in {@code data} of the shard that holds a record
   * @param indexPlace as {@code dataPlace}, for index records
   */
  public Shards(
      List<? extends DataShard> data,
      ToIntFunction<PrimaryKey> dataPlace,
      List<? extends IndexShard> index,
      ToIntFunction<SecondaryKey> indexPlace) {
    this(data, dataPlace, index, indexPlace, key -> List.of(indexPlace.applyAsInt(key)), false);
  }

  private Shards(
      List<? extends DataShard> data,
      ToIntFunction<PrimaryKey> dataPlace,
      List<? extends IndexShard> index,
      ToIntFunction<SecondaryKey> indexPlace,
      Function<SecondaryKey, List<Integer>> indexPlaces,
      boolean isHashed) {
    if (data.isEmpty() || index.isEmpty()) {
      throw new IllegalArgumentException(
          data.size() + " data shards and " + index.size() + " index shards; at least one each");
    }
    this.data = List.copyOf(data);
    this.dataPlace = dataPlace;
    this.index = List.copyOf(index);
    this.indexPlace = indexPlace;
    this.indexPlaces = indexPlaces;
    this.isHashed = isHashed;
  }

  /**
   * Shards that are chosen by a hash of the keys, which is the same in every process and version.
   */
  public static Shards hashed(List<? extends DataShard> data, List<? extends IndexShard> index) {
    int dataShards = data.size();
    int indexShards = index.size();
    return new Shards(
        data,
        key -> place(hash(key), dataShards),
        index,
        key -> place(hash(key), indexShards),
        key -> List.of(place(hash(key), indexShards)),
        true);
  }

  /** The same mapping, with other data shards at its positions. */
  public Shards withData(UnaryOperator<List<? extends DataShard>> change) {
    return new Shards(change.apply(data), dataPlace, index, indexPlace, indexPlaces, isHashed);
  }

  /**
   * The same shards, with index records in other places.
   *
   * @param read the place in which operations look for the index record of a key
   * @param written all places in which a key has an index record, in the order in which writes take
   *     them; {@code read} is among them
   */
  public Shards withIndexPlaces(
      ToIntFunction<SecondaryKey> read, Function<SecondaryKey, List<Integer>> written) {
    return new Shards(data, dataPlace, index, read, written, false);
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

  /** The shard in which operations look for the index record of a key. */
  public IndexShard indexOf(SecondaryKey key) {
    return index.get(indexPlaceOf(key));
  }

  /** The places of all shards in which a key has an index record: two while its slot moves. */
  public List<Integer> indexPlacesOf(SecondaryKey key) {
    return indexPlaces.apply(key);
  }

  public int indexPlaceOf(SecondaryKey key) {
    return indexPlace.applyAsInt(key);
  }

  /**
   * Checks that a table of slots can describe the places of these shards.
   *
   * @throws IllegalArgumentException when the places are not those of {@link #hashed}
   */
  public void requireHashed() {
    if (!isHashed) {
      throw new IllegalArgumentException(
          "the shards have other places than those of Shards.hashed, which a table of slots needs");
    }
  }

  /** A hash that is the same in every process and version; all of its bits count, unsigned. */
  public static long hash(PrimaryKey key) {
    return hash(key.value());
  }

  /** As {@link #hash(PrimaryKey)}. */
  public static long hash(SecondaryKey key) {
    return hash(key.name() + "\u0000" + key.value());
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
