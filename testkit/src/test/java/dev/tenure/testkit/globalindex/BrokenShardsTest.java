package dev.tenure.testkit.globalindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The suite fails on shards that break the contract, in the test that tells of the fault. */
final class BrokenShardsTest {

  /** The tests of the suite, which this class runs by itself. */
  private static final class Suite extends ShardContract {
    private final MemoryShards shards;

    Suite(MemoryShards shards) {
      this.shards = shards;
    }

    @Override
    public DataShard dataShard() {
      return shards.data();
    }

    @Override
    public IndexShard indexShard() {
      return shards.index();
    }
  }

  private static List<Method> tests() {
    return Arrays.stream(Suite.class.getMethods())
        .filter(each -> each.isAnnotationPresent(Test.class))
        .toList();
  }

  /** The names of the tests that fail. */
  private static Set<String> failed(MemoryShards.Fault fault) throws IllegalAccessException {
    Set<String> failed = new TreeSet<>();
    for (Method test : tests()) {
      try {
        test.setAccessible(true);
        test.invoke(new Suite(new MemoryShards(fault)));
      } catch (InvocationTargetException e) {
        failed.add(test.getName());
      }
    }
    return failed;
  }

  @Test
  void correctShardsPassEveryTest() throws IllegalAccessException {
    assertEquals(new TreeSet<>(), failed(MemoryShards.Fault.NONE));
    assertTrue(tests().size() >= 15, () -> "tests: " + tests().size());
  }

  @ParameterizedTest
  @CsvSource({
    "INSERT_OVERWRITES, insertTakesPlaceOnlyWhenNothingIsStored",
    "COUNT_ALONE_IS_COMPARED, replaceAndDeleteTakeNoPlaceForAnotherVersion",
    "DELETE_HAS_NO_CONDITION, replaceAndDeleteTakeNoPlaceForAnotherVersion",
    "CHECK_AND_WRITE_ARE_APART, oneOfManyInsertsWins",
    "WRITE_THAT_TOOK_PLACE_GIVES_FALSE, writeThatGivesTrueIsReadNext",
    "CONFLICT_GIVES_FALSE, writesOfDifferentRecordsAllTakePlace",
    "SCAN_HAS_THE_ORDER_OF_STRINGS, dataRecordsAreScannedInOrder",
    "KEY_PARTS_ARE_JOINED_BY_A_COLON, partsOfAnIndexKeyAreToldApart",
    "LOCAL_INDEX_KEEPS_OLD_KEYS, localIndexChangesWithTheRecord",
    "LOCAL_INDEX_LEAVES_OUT_MARKED_KEYS, recordIsFoundByAKeyThatItMarksAsUnindexed",
    "SHARED_TRANSACTION_WRITES_ONE_BY_ONE, sharedTransactionWritesNothingWhenOneConditionDoesNotHold",
    "READ_GIVES_A_CACHED_RECORD, writeThatGivesTrueIsReadNext",
    "INDEX_COUNT_ALONE_IS_COMPARED, indexRecordIsChangedOnlyInItsVersion",
    "INDEX_CHECK_AND_REPLACE_ARE_APART, oneOfManyChangesOfARecordTakesPlace",
    "INDEX_CHECK_AND_DELETE_ARE_APART, oneOfManyChangesOfARecordTakesPlace",
    "INDEX_STORES_NO_CLIENT, fieldsOfAnIndexRecordAreKept",
  })
  void faultIsFound(MemoryShards.Fault fault, String test) throws IllegalAccessException {
    Set<String> failed = failed(fault);
    assertTrue(failed.contains(test), () -> "failed: " + failed);
  }
}
