package dev.tenure.record.metadata;

import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import java.util.concurrent.CompletableFuture;

/**
 * Where a store's metadata comes from. A store that was written with a newer version than the
 * {@link #current()} one asks for that version, so that processes with the older schema at hand go
 * on working while others already write with the newer one.
 */
public interface MetaDataSource {

  /** The newest metadata known here, without reading. */
  RecordMetaData current();

  /**
   * Metadata of at least a version.
   *
   * @return fails with {@link RecordLayerException} METADATA_NEWER when there is none so new
   */
  CompletableFuture<RecordMetaData> atLeast(RecordContext context, int version);
}
