package dev.tenure.embedded.commit;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageException;
import dev.tenure.embedded.storage.StorageSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads at one version; keeps its snapshot open only while a read runs. */
final class WindowReader implements VersionedReader {
  private final VersionWindow window;
  private final Storage storage;
  private final HeldSnapshot state;
  private final long version;

  WindowReader(VersionWindow window, Storage storage, HeldSnapshot state, long version) {
    this.window = window;
    this.storage = storage;
    this.state = state;
    this.version = version;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    if (!EngineKeys.isLegal(key)) {
      return null;
    }
    StorageSnapshot unused = enter();
    try {
      return EngineKeys.isMetadataVersion(key)
          ? state.metadataVersion()
          : window.hotRows().get(key, state);
    } catch (StorageException e) {
      throw FdbErrors.ioError(e);
    } finally {
      state.release();
    }
  }

  @Override
  public List<KeyValue> range(byte[] begin, byte[] end, boolean reverse, int rows, int bytes) {
    StorageSnapshot snapshot = enter();
    try {
      return snapshot.range(begin, EngineKeys.clampEnd(end), reverse, rows, bytes);
    } catch (StorageException e) {
      throw FdbErrors.ioError(e);
    } finally {
      state.release();
    }
  }

  @Override
  public long estimateBytes(byte[] begin, byte[] end) {
    StorageSnapshot unused = enter();
    try {
      return storage.estimateBytes(begin, EngineKeys.clampEnd(end));
    } catch (StorageException e) {
      throw FdbErrors.ioError(e);
    } finally {
      state.release();
    }
  }

  private StorageSnapshot enter() {
    window.requireReadable(version);
    if (!state.acquire()) {
      throw window.gone();
    }
    return state.snapshot();
  }
}
