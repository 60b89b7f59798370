package dev.tenure.postgresql;

import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import dev.tenure.testkit.globalindex.ShardContract;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;

/** The contract of shards, in PostgreSQL. */
final class PostgresShardContractTest extends ShardContract {
  private static Postgres postgres;

  @BeforeAll
  static void start() throws IOException {
    postgres = Postgres.shared();
  }

  @Override
  public DataShard dataShard() {
    return postgres.newShard().data();
  }

  @Override
  public IndexShard indexShard() {
    return postgres.newShard().index();
  }
}
