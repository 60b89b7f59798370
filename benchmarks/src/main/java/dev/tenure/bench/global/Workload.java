package dev.tenure.bench.global;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The paper's workload (section 4): random operations on one pool of primary keys and one pool of
 * each alternate key, all of one size, with values of 2 to 3 kB.
 *
 * @param alternateKeys the number of alternate keys of each record
 * @param poolSize the number of keys in each pool
 * @param keepsKeys whether updates leave the alternate keys as they are
 */
record Workload(int alternateKeys, int poolSize, boolean keepsKeys) {
  private static final int VALUE_MIN = 2_000;
  private static final int VALUE_MAX = 3_000;
  private static final ByteString LONGEST = ByteString.copyFrom(new byte[VALUE_MAX]);
  private static final WorkloadOperation.Kind[] KINDS = WorkloadOperation.Kind.values();

  WorkloadOperation next(RandomGenerator random) {
    WorkloadOperation.Kind kind = KINDS[random.nextInt(KINDS.length)];
    PrimaryKey pk = primaryKey(random.nextInt(poolSize));
    List<SecondaryKey> keys = new ArrayList<>();
    if (kind == WorkloadOperation.Kind.READ || kind == WorkloadOperation.Kind.DELETE) {
      if (alternateKeys > 0) {
        keys.add(alternateKey(random.nextInt(alternateKeys), random.nextInt(poolSize)));
      }
    } else {
      for (int pool = 0; pool < alternateKeys; pool++) {
        keys.add(alternateKey(pool, random.nextInt(poolSize)));
      }
    }
    return new WorkloadOperation(kind, pk, keys, keepsKeys, value(random));
  }

  /**
   * Creates, followed by deletes, that bring a store into balance: from then on, as many creates as
   * deletes succeed. No two creates use the same key.
   *
   * @param garbage whether every key of the pools gets an index record; if not, only owned keys do
   */
  List<WorkloadOperation> filling(RandomGenerator random, boolean garbage) {
    int records = (int) (recordShare() * poolSize);
    int[] pks = shuffled(random);
    List<int[]> pools =
        IntStream.range(0, alternateKeys).mapToObj(pool -> shuffled(random)).toList();
    List<WorkloadOperation> operations = new ArrayList<>();
    for (int i = 0; i < (garbage ? poolSize : records); i++) {
      List<SecondaryKey> keys = new ArrayList<>();
      for (int pool = 0; pool < alternateKeys; pool++) {
        keys.add(alternateKey(pool, pools.get(pool)[i]));
      }
      PrimaryKey pk = primaryKey(pks[i]);
      operations.add(
          new WorkloadOperation(WorkloadOperation.Kind.CREATE, pk, keys, keepsKeys, value(random)));
      if (i >= records) {
        operations.add(
            new WorkloadOperation(
                WorkloadOperation.Kind.DELETE, pk, List.of(), keepsKeys, ByteString.EMPTY));
      }
    }
    return operations;
  }

  /**
   * The share p of the primary keys that have a record once as many creates as deletes succeed: (1
   * - p)^(k + 1) = p with k alternate keys.
   */
  double recordShare() {
    double low = 0;
    double high = 1;
    while (high - low > 1e-9) {
      double middle = (low + high) / 2;
      if (Math.pow(1 - middle, alternateKeys + 1) > middle) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  KeyDefinitions definitions() {
    return new KeyDefinitions(
        IntStream.range(0, alternateKeys)
            .mapToObj(pool -> KeyDefinition.alternate(poolName(pool)))
            .toList());
  }

  SecondaryKey alternateKey(int pool, int number) {
    return new SecondaryKey(poolName(pool), "k" + number);
  }

  private static String poolName(int pool) {
    return "ak" + pool;
  }

  private static PrimaryKey primaryKey(int number) {
    return new PrimaryKey("p" + number);
  }

  private static ByteString value(RandomGenerator random) {
    return LONGEST.substring(0, random.nextInt(VALUE_MIN, VALUE_MAX + 1));
  }

  private int[] shuffled(RandomGenerator random) {
    int[] numbers = IntStream.range(0, poolSize).toArray();
    for (int i = poolSize - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = numbers[i];
      numbers[i] = numbers[other];
      numbers[other] = kept;
    }
    return numbers;
  }
}
