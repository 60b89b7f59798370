package dev.tenure.record.store;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.serialize.RecordSerializer;
import java.util.Objects;
import java.util.Optional;

/**
 * The options by which a store is opened.
 *
 * @param subspace the keys of the store; nothing else may lie in it
 * @param metaData the source of the store's metadata
 * @param mode the condition on the subspace before the store is opened
 * @param serializer turns records into bytes, with compression and encryption
 * @param userVersion checks and sets the application's version of the store
 * @param build the size up to which opening the store builds new indexes
 * @param lockOverride the reason of a lock of kind ALL, which opens the store in spite of that lock
 * @param statistics whether queries are planned with the statistics that the store keeps
 */
public record StoreOptions(
    Subspace subspace,
    MetaDataSource metaData,
    OpenMode mode,
    RecordSerializer serializer,
    UserVersionCheck userVersion,
    BuildLimits build,
    Optional<String> lockOverride,
    boolean statistics) {
  private static final RecordSerializer PLAIN = RecordSerializer.plain();
  private static final UserVersionCheck KEEP = (stored, metaData) -> stored;

  public StoreOptions {
    Objects.requireNonNull(subspace, "subspace");
    Objects.requireNonNull(metaData, "metaData");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(serializer, "serializer");
    Objects.requireNonNull(userVersion, "userVersion");
    Objects.requireNonNull(build, "build");
    Objects.requireNonNull(lockOverride, "lockOverride");
  }

  /**
   * Default options: the store is created when it does not exist, and a small store builds new
   * indexes when it is opened.
   */
  public static StoreOptions of(Subspace subspace, MetaDataSource metaData) {
    return new StoreOptions(
        subspace,
        metaData,
        OpenMode.CREATE_OR_OPEN,
        PLAIN,
        KEEP,
        BuildLimits.defaults(),
        Optional.empty(),
        false);
  }

  public StoreOptions withMode(OpenMode newMode) {
    return new StoreOptions(
        subspace, metaData, newMode, serializer, userVersion, build, lockOverride, statistics);
  }

  /**
   * Sets the serializer; the default writes protobuf without compression or encryption. Each
   * process that uses a store must know the encryption keys and encodings of its records.
   */
  public StoreOptions withSerializer(RecordSerializer newSerializer) {
    return new StoreOptions(
        subspace, metaData, mode, newSerializer, userVersion, build, lockOverride, statistics);
  }

  public StoreOptions withUserVersion(UserVersionCheck check) {
    return new StoreOptions(
        subspace, metaData, mode, serializer, check, build, lockOverride, statistics);
  }

  public StoreOptions withBuild(BuildLimits limits) {
    return new StoreOptions(
        subspace, metaData, mode, serializer, userVersion, limits, lockOverride, statistics);
  }

  /** Opens the store although it has a lock of kind ALL with this reason. */
  public StoreOptions withLockOverride(String reason) {
    return new StoreOptions(
        subspace, metaData, mode, serializer, userVersion, build, Optional.of(reason), statistics);
  }

  /**
   * Plans queries with the statistics that the store keeps, unless the options of planning have
   * others. Opening reads them when the process does not have them in memory. Statistics that this
   * version cannot read are left out.
   */
  public StoreOptions withStatistics() {
    return new StoreOptions(
        subspace, metaData, mode, serializer, userVersion, build, lockOverride, true);
  }
}
