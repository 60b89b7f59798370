package dev.tenure.record.store.header;

import com.apple.foundationdb.KeyValue;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.store.row.StoreKeys;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The content of a store's header range: the header, and the states of indexes that are not
 * readable, by subspace key. Immutable.
 */
public record StoredState(StoredHeader header, Map<Integer, IndexState> indexStates) {
  private static final byte FORMAT = 1;

  public StoredState {
    indexStates = Collections.unmodifiableMap(new TreeMap<>(indexStates));
  }

  /**
   * Decodes the rows of the header range; empty when there is no header.
   *
   * @param contentFormatMax the greatest content format that is taken
   * @throws RecordLayerException FORMAT_UNKNOWN or DAMAGED
   */
  public static Optional<StoredState> decode(
      List<KeyValue> rows, StoreKeys keys, int contentFormatMax) {
    Map<Integer, IndexState> states = indexStates(rows, keys);
    return rows.stream()
        .filter(row -> isHeader(row, keys))
        .findFirst()
        .map(row -> StoredHeader.decode(row.getValue(), keys, contentFormatMax))
        .map(header -> new StoredState(header, states));
  }

  /**
   * The index states in the rows of the header range, by subspace key. Throws as {@link #decode}.
   */
  public static Map<Integer, IndexState> indexStates(List<KeyValue> rows, StoreKeys keys) {
    Map<Integer, IndexState> states = new TreeMap<>();
    for (KeyValue row : rows) {
      if (!isHeader(row, keys)) {
        states.put(keys.indexOfState(row.getKey()), state(row, keys));
      }
    }
    return states;
  }

  private static boolean isHeader(KeyValue row, StoreKeys keys) {
    return Arrays.equals(row.getKey(), keys.header());
  }

  private static IndexState state(KeyValue row, StoreKeys keys) {
    byte[] value = row.getValue();
    if (value.length == 2 && value[0] == FORMAT) {
      for (IndexState known : IndexState.values()) {
        if (known != IndexState.READABLE && code(known) == value[1]) {
          return known;
        }
      }
    }
    throw new RecordLayerException(
        RecordLayerException.Code.FORMAT_UNKNOWN,
        "index state has the value "
            + Arrays.toString(value)
            + ", known are [1, 1] for disabled, [1, 2] for write-only, [1, 3] for unique-pending ("
            + keys.describe(row.getKey())
            + ")");
  }

  /** The stored value of a state other than READABLE. */
  public static byte[] encode(IndexState state) {
    return new byte[] {FORMAT, code(state)};
  }

  private static byte code(IndexState state) {
    return switch (state) {
      case READABLE -> throw new IllegalArgumentException("a readable index has no state stored");
      case DISABLED -> 1;
      case WRITE_ONLY -> 2;
      case UNIQUE_PENDING -> 3;
    };
  }

  public StoredState withHeader(StoredHeader newHeader) {
    return new StoredState(newHeader, indexStates);
  }

  public StoredState withIndexState(int subspaceKey, IndexState state) {
    Map<Integer, IndexState> states = new TreeMap<>(indexStates);
    switch (state) {
      case READABLE -> states.remove(subspaceKey);
      case DISABLED, WRITE_ONLY, UNIQUE_PENDING -> states.put(subspaceKey, state);
    }
    return new StoredState(header, states);
  }

  public IndexState indexState(int subspaceKey) {
    return indexStates.getOrDefault(subspaceKey, IndexState.READABLE);
  }
}
