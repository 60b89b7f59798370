package dev.tenure.embedded.commit;

import com.apple.foundationdb.KeyValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Committed rows as of one version. Answers on the caller's thread. Throws {@link
 * com.apple.foundationdb.FDBException} 1007 once the version has left the window.
 */
public interface VersionedReader {

  byte @Nullable [] get(byte[] key);

  /** As {@link dev.tenure.embedded.storage.StorageSnapshot#range}. */
  List<KeyValue> range(byte[] begin, byte[] end, boolean reverse, int rows, int bytes);

  /** The approximate number of bytes of keys and values in [begin, end). */
  long estimateBytes(byte[] begin, byte[] end);
}
