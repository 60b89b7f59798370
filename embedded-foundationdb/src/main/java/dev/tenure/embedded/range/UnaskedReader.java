package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.commit.VersionedReader;
import java.util.List;

/** The reader of an attempt without a read version; reading a row throws an exception. */
public final class UnaskedReader implements VersionedReader {

  /** Says that a read needs stored rows, and so a read version. */
  public static final class UnaskedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnaskedException() {
      super("no read version was asked for", null, false, false);
    }
  }

  @Override
  public byte[] get(byte[] key) {
    throw new UnaskedException();
  }

  @Override
  public List<KeyValue> range(
      byte[] begin, byte[] end, boolean reverse, int rowsMax, int bytesMax) {
    throw new UnaskedException();
  }

  @Override
  public long estimateBytes(byte[] begin, byte[] end) {
    throw new UnaskedException();
  }
}
