package dev.tenure.record.metadata;

import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import java.util.concurrent.CompletableFuture;

/**
 * The source of a store's metadata. A store opens with the {@link #current()} version. If the store
 * was written with a newer one, it requests that one from the source. So processes with the older
 * schema keep working while other processes already write with the newer one.
 */
public interface MetaDataSource {

  /** The newest metadata that this process knows. Reads nothing. */
  RecordMetaData current();

  /**
   * Metadata with at least the given version.
   *
   * @return fails with {@link RecordLayerException} METADATA_NEWER when the source has none
   */
  CompletableFuture<RecordMetaData> atLeast(RecordContext context, int version);
}
