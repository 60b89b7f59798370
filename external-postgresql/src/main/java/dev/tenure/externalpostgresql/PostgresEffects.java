package dev.tenure.externalpostgresql;

import dev.tenure.queue.external.store.ExternalEffects;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Changes in the transaction that completes an item: both take place or neither. They may run
 * several times before they commit once. They run on a thread of the store's executor, and may
 * block it for as long as a call of the store may take.
 */
@FunctionalInterface
public interface PostgresEffects extends ExternalEffects {

  /**
   * Executes statements. Must not commit, roll back or close the connection. A failure is a failed
   * attempt of the item, unless the database does not answer.
   */
  void apply(Connection connection) throws SQLException;
}
