package dev.tenure.record.store;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.serialize.RecordSerializer;
import java.util.Objects;
import java.util.Optional;

/**
 * How a store is opened.
 *
 * @param subspace where it lies; nothing else may be below
 * @param metaData what it holds
 * @param mode what is expected to be there
 * @param serializer how records are turned into bytes: compression, encryption
 * @param userVersion decides about the application's own version
 * @param build how large the store may be for opening to build new indexes
 * @param lockOverride the reason of a lock of kind ALL, to open the store in spite of it
 */
public record StoreOptions(
    Subspace subspace,
    MetaDataSource metaData,
    OpenMode mode,
    RecordSerializer serializer,
    UserVersionCheck userVersion,
    BuildLimits build,
    Optional<String> lockOverride) {
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

  /** Created when absent; small stores build new indexes at once. */
  public static StoreOptions of(Subspace subspace, MetaDataSource metaData) {
    return new StoreOptions(
        subspace,
        metaData,
        OpenMode.CREATE_OR_OPEN,
        PLAIN,
        KEEP,
        BuildLimits.defaults(),
        Optional.empty());
  }

  public StoreOptions withMode(OpenMode newMode) {
    return new StoreOptions(
        subspace, metaData, newMode, serializer, userVersion, build, lockOverride);
  }

  /**
   * How records are turned into bytes; plain protobuf by default. All who use a store must know the
   * encryption keys and encodings in it.
   */
  public StoreOptions withSerializer(RecordSerializer newSerializer) {
    return new StoreOptions(
        subspace, metaData, mode, newSerializer, userVersion, build, lockOverride);
  }

  public StoreOptions withUserVersion(UserVersionCheck check) {
    return new StoreOptions(subspace, metaData, mode, serializer, check, build, lockOverride);
  }

  public StoreOptions withBuild(BuildLimits limits) {
    return new StoreOptions(
        subspace, metaData, mode, serializer, userVersion, limits, lockOverride);
  }

  /** Opens the store although it is locked for this reason. */
  public StoreOptions withLockOverride(String reason) {
    return new StoreOptions(
        subspace, metaData, mode, serializer, userVersion, build, Optional.of(reason));
  }
}
