package dev.tenure.embedded.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteOptions;

/**
 * RocksDB's options and the other native objects that live as long as the storage. Their sizes keep
 * an engine under about 200 MiB of native memory.
 *
 * <p>Log recovery accepts a torn last record, which a killed process leaves, and refuses any other
 * damage. The manifest lists the logs, so that a lost log is noticed. Files with many deletions in
 * a row are compacted early, since a queue's readers start where rows were deleted.
 *
 * <p>A batch comes in the order of its keys. So the search for a row's place in the memtable starts
 * at the place of the previous row.
 *
 * <p>Filters and indexes of files are cached in parts. A whole filter, of about 600,000 rows, is as
 * large as one of the cache's shards, so that almost every get would read and check it anew.
 */
final class RocksResources implements AutoCloseable {
  private static final long BLOCK_CACHE_BYTES = 64L << 20;
  private static final long MEMTABLE_BYTES = 64L << 20;
  private static final int MEMTABLES_MAX = 2;

  /**
   * The most bytes of unsynced rows in a memtable. RocksDB ends the memtable's log only at a larger
   * size.
   */
  static final long UNSYNCED_BYTES_MAX = MEMTABLE_BYTES - (4 << 20);

  /** More than all memtables take, so that none is written out before it is full. */
  private static final long LOG_BYTES_MAX = 256L << 20;

  private static final double BLOOM_BITS_PER_KEY = 10;
  private static final double MEMTABLE_BLOOM_RATIO = 0.02;

  /** All rows have it in common, so one hint is kept for all. */
  private static final String NO_PREFIX = "rocksdb.FixedPrefix.0";

  private static final int DELETION_WINDOW_ROWS = 1024;
  private static final int DELETION_TRIGGER_ROWS = 512;
  private static final double DELETION_RATIO_OFF = 0;

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Options options;
  private final WriteOptions synced;
  private final WriteOptions unsynced;
  private final FlushOptions flushes;

  RocksResources(boolean createIfMissing) {
    try (DBOptions database = databaseOptions(createIfMissing);
        ColumnFamilyOptions rows = rowOptions()) {
      options = closing(new Options(database, rows));
    }
    options.setTablePropertiesCollectorFactory(
        List.of(
            closing(
                TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
                    DELETION_WINDOW_ROWS, DELETION_TRIGGER_ROWS, DELETION_RATIO_OFF))));
    synced = closing(new WriteOptions().setSync(true));
    unsynced = closing(new WriteOptions().setSync(false));
    flushes = closing(new FlushOptions().setWaitForFlush(false).setAllowWriteStall(true));
  }

  Options options() {
    return options;
  }

  WriteOptions writes(boolean sync) {
    return sync ? synced : unsynced;
  }

  /**
   * Options of a flush that begins a new log and writes the rows of the previous one to a file, in
   * the background.
   */
  FlushOptions flushes() {
    return flushes;
  }

  private static DBOptions databaseOptions(boolean createIfMissing) {
    Properties notInTheJavaApi = new Properties();
    notInTheJavaApi.setProperty("track_and_verify_wals_in_manifest", "true");
    return DBOptions.getDBOptionsFromProps(notInTheJavaApi)
        .setCreateIfMissing(createIfMissing)
        .setParanoidChecks(true)
        .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
        .setMaxTotalWalSize(LOG_BYTES_MAX)
        .setMaxOpenFiles(-1)
        .setMaxBackgroundJobs(2)
        .setAllowConcurrentMemtableWrite(false)
        .setAvoidUnnecessaryBlockingIO(true)
        .setBytesPerSync(1L << 20)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(4L << 20)
        .setKeepLogFileNum(2)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0);
  }

  private ColumnFamilyOptions rowOptions() {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(closing(new LRUCache(BLOCK_CACHE_BYTES)))
            .setFilterPolicy(closing(new BloomFilter(BLOOM_BITS_PER_KEY, false)))
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true)
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setPinTopLevelIndexAndFilter(true)
            .setBlockSize(8L << 10)
            .setFormatVersion(6);
    Properties notInTheJavaApi = new Properties();
    notInTheJavaApi.setProperty("memtable_insert_with_hint_prefix_extractor", NO_PREFIX);
    return ColumnFamilyOptions.getColumnFamilyOptionsFromProps(notInTheJavaApi)
        .setTableFormatConfig(table)
        .setWriteBufferSize(MEMTABLE_BYTES)
        .setMaxWriteBufferNumber(MEMTABLES_MAX)
        .setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM_RATIO)
        .setMemtableWholeKeyFiltering(true)
        .setLevelCompactionDynamicLevelBytes(true)
        .setCompressionType(CompressionType.LZ4_COMPRESSION);
  }

  private <T extends AutoCloseable> T closing(T resource) {
    opened.push(resource);
    return resource;
  }

  @Override
  public void close() {
    for (AutoCloseable resource : opened) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException("cannot free " + resource.getClass().getSimpleName(), e);
      }
    }
  }
}
