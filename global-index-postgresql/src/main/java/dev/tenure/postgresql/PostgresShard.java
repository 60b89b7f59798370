package dev.tenure.postgresql;

import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import javax.sql.DataSource;

/**
 * A shard of a global index in PostgreSQL: data records with their local index, and index records.
 * A deployment uses one part or both. The other part, and other shards, may lie in stores of
 * another kind.
 *
 * <p>No statement runs before the first call, so a process starts while the database is down. A
 * conditional write is one statement; with {@link DataShard#sharedWith} the writes of a record and
 * its index records are one transaction, if both shards were made with one {@code DataSource}. Safe
 * for use by many threads; needs no closing. The caller closes its data source and executors.
 *
 * <p>Three settings are the caller's:
 *
 * <ul>
 *   <li>Connections must lead to the primary server, and {@code synchronous_commit} must not be
 *       off.
 *   <li>The URL should have a {@code socketTimeout}: without it, a call of a server that has
 *       vanished from the network ends in time, but keeps its thread and connection.
 *   <li>The executor should have as many threads as the data source has connections.
 * </ul>
 */
public final class PostgresShard {
  private final SqlCalls calls;
  private final Tables tables;
  private final DataShard data;
  private final IndexShard index;

  private PostgresShard(SqlCalls calls) {
    this.calls = calls;
    this.tables = new Tables(calls.options());
    this.data = new PostgresDataShard(calls, tables, DataTable.of(calls.options()));
    this.index = new PostgresIndexShard(calls, tables, IndexTable.of(calls.options()));
  }

  /**
   * A shard in a schema of a database.
   *
   * @param executor runs JDBC calls, each of which blocks one of its threads
   * @param timer ends calls that are not answered in time
   */
  public static PostgresShard of(
      DataSource source,
      Executor executor,
      ScheduledExecutorService timer,
      PostgresShardOptions options) {
    return new PostgresShard(new SqlCalls(source, executor, timer, options));
  }

  /**
   * Creates the schema and the tables that are missing. Needs the rights to do so; all other calls
   * need only those to read and change rows.
   *
   * @return fails with {@link PostgresShardException} when tables of another format exist
   */
  public CompletableFuture<Void> createTables() {
    return calls.inTransaction(tables::create);
  }

  /** The data records of this shard. */
  public DataShard data() {
    return data;
  }

  /** The index records of this shard. */
  public IndexShard index() {
    return index;
  }
}
