package dev.tenure.queue.schema;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;

/**
 * The keys of stored schemas and of their roll-outs below one subspace (docs/formats/queue.md).
 *
 * @param space the part of the cluster's key space that has schemas
 */
public record SchemaKeys(Subspace space) {

  /** The metadata store of an application. */
  Subspace metaData(String application) {
    return space.get(0L).get(application);
  }

  /** The rows of all roll-outs, by application. */
  Subspace rollOuts() {
    return space.get(1L);
  }

  byte[] rollOut(String application) {
    return rollOuts().pack(Tuple.from(application));
  }

  /** The marks of an application's tenants, by user. */
  Subspace marks(String application) {
    return space.get(2L).get(application);
  }
}
