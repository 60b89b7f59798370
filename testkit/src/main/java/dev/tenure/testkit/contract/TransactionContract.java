package dev.tenure.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.apple.foundationdb.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The behaviours of transactions that every engine must show. A subclass opens and closes the engine: {@link #database()} is called before each test.
 */
public abstract class TransactionContract
    implements IsolationContract,
        ConflictContract,
        ReadYourWritesContract,
        AtomicContract,
        RangeContract,
        VersionstampContract,
        LimitContract,
        LifeCycleContract,
        WatchContract {

  @Override
  public abstract Database database();

  @Override
  public byte[] prefix() {
    return "tenure-contract/".getBytes(UTF_8);
  }

  @BeforeEach
  @AfterEach
  protected void clearAllKeysOfTheSuite() {
    write(transaction -> transaction.clear(all()));
  }
}
