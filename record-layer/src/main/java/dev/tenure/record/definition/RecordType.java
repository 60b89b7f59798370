package dev.tenure.record.definition;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;

/** A kind of record: a protobuf message type, its primary key and how it is stored. Immutable. */
public final class RecordType {
  /** FoundationDB's limit for a value, and so the maximum size of a record with one key. */
  public static final int SINGLE_KEY_BYTES_LIMIT = 100_000;

  /** The maximum size of a split record, which fits into a transaction of 10,000,000 bytes. */
  public static final int SPLIT_BYTES_LIMIT = 9_900_000;

  private static final int SINGLE_KEY_BYTES_DEFAULT = 10_000;

  private final Message prototype;
  private final KeyExpression primaryKey;
  private final RecordLayout layout;
  private final int typeKey;
  private final int recordBytesMax;
  private final int sinceVersion;
  private final boolean versioned;
  private final boolean timestamped;
  private final boolean inSharedExtent;

  private RecordType(Builder builder, int typeKey, int recordBytesMax, int sinceVersion) {
    this.prototype = builder.prototype;
    this.primaryKey = builder.primaryKey;
    this.layout = builder.layout;
    this.typeKey = typeKey;
    this.recordBytesMax = recordBytesMax;
    this.sinceVersion = sinceVersion;
    this.versioned = builder.versioned;
    this.timestamped = builder.timestamped;
    this.inSharedExtent = builder.inSharedExtent;
  }

  /** The message type's simple name. */
  public String name() {
    return descriptor().getName();
  }

  public Descriptor descriptor() {
    return prototype.getDescriptorForType();
  }

  /** An empty message of the type, whose parser reads stored records. */
  public Message prototype() {
    return prototype;
  }

  /** The primary key's columns, without the record type key. */
  public KeyExpression primaryKey() {
    return primaryKey;
  }

  public RecordLayout layout() {
    return layout;
  }

  /** The number that stands for the type in keys. */
  public int typeKey() {
    return typeKey;
  }

  /** The maximum size of a stored record in bytes, including its envelope. */
  public int recordBytesMax() {
    return recordBytesMax;
  }

  /** The version of the metadata in which the type was added, at least 1. */
  public int sinceVersion() {
    return sinceVersion;
  }

  /** Whether each record keeps the version of the commit that last saved it. */
  public boolean isVersioned() {
    return versioned;
  }

  /** Whether each record keeps the times of its first and its last save. */
  public boolean isTimestamped() {
    return timestamped;
  }

  /**
   * Whether the records are in the shared extent, where a primary key belongs to one record of any
   * type.
   */
  public boolean isInSharedExtent() {
    return inSharedExtent;
  }

  /**
   * This type with {@code local} as prototype, if the class of {@code local} has all its fields;
   * otherwise this type.
   */
  RecordType withLocal(Message local) {
    return DescriptorCoverage.covers(local.getDescriptorForType(), descriptor())
        ? new Builder(local, this).build(typeKey, sinceVersion)
        : this;
  }

  /** The canonical text of the definition, without name, type key, and parts that may change. */
  @Override
  public String toString() {
    return layout + " " + primaryKey + (inSharedExtent ? " shared" : "");
  }

  /** Builds a record type. A builder of metadata passes it to the application. */
  public static final class Builder {
    private final Message prototype;
    private KeyExpression primaryKey = Keys.empty();
    private RecordLayout layout = RecordLayout.SPLIT;
    private int typeKey;
    private int recordBytesMax;
    private int sinceVersion;
    private boolean versioned;
    private boolean timestamped;
    private boolean inSharedExtent;

    Builder(Message prototype) {
      this.prototype = prototype;
    }

    /** A builder with the settings of another one, for another version of its message type. */
    Builder(Message prototype, Builder other) {
      this(prototype);
      this.primaryKey = other.primaryKey;
      this.layout = other.layout;
      this.typeKey = other.typeKey;
      this.recordBytesMax = other.recordBytesMax;
      this.sinceVersion = other.sinceVersion;
      this.versioned = other.versioned;
      this.timestamped = other.timestamped;
      this.inSharedExtent = other.inSharedExtent;
    }

    /** A builder with the settings of a record type, for a version of its message type. */
    Builder(Message prototype, RecordType type) {
      this(prototype);
      this.primaryKey = type.primaryKey;
      this.layout = type.layout;
      this.typeKey = type.typeKey;
      this.recordBytesMax = type.recordBytesMax;
      this.sinceVersion = type.sinceVersion;
      this.versioned = type.versioned;
      this.timestamped = type.timestamped;
      this.inSharedExtent = type.inSharedExtent;
    }

    /**
     * Sets the primary key: the columns that identify a record within its type. Required.
     *
     * @throws IllegalArgumentException when the columns fan out, contain the record's version
     *     (which is not known when it is saved) or a constant null, or are a grouping or a key with
     *     value
     */
    public Builder primaryKey(KeyExpression columns) {
      PrimaryKeyRules.require(name(), columns);
      primaryKey = columns;
      return this;
    }

    /** Sets how the records are stored; default {@link RecordLayout#SPLIT}. */
    public Builder layout(RecordLayout newLayout) {
      layout = newLayout;
      return this;
    }

    /**
     * Sets the number that stands for the type in keys, at least 1. By default, types get the
     * lowest free number in the order in which they are added.
     */
    public Builder typeKey(int key) {
      if (key < 1) {
        throw new IllegalArgumentException(
            "type key of " + name() + " is " + key + ", the least is 1");
      }
      typeKey = key;
      return this;
    }

    /**
     * Sets the maximum size of a stored record in bytes, including its envelope. With SINGLE_KEY
     * the default is 10,000 and the upper limit 100,000. With SPLIT both are 9,900,000.
     */
    public Builder recordBytesMax(int bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException(
            "recordBytesMax of " + name() + " is " + bytes + ", the least is 1");
      }
      recordBytesMax = bytes;
      return this;
    }

    /**
     * Sets the version of the metadata in which the type was added. The default is 1, or in a
     * builder of {@code toBuilder()} the version that is being built.
     */
    public Builder sinceVersion(int version) {
      if (version < 1) {
        throw new IllegalArgumentException(
            "since-version of " + name() + " is " + version + ", the least is 1");
      }
      sinceVersion = version;
      return this;
    }

    /**
     * Keeps with each record the version of the commit that last saved it: 12 bytes under a
     * separate key. Requires the layout {@link RecordLayout#SPLIT}.
     */
    public Builder versioned() {
      versioned = true;
      return this;
    }

    /**
     * Keeps with each record the times of its first and its last save. Each save then reads the old
     * record.
     */
    public Builder timestamped() {
      timestamped = true;
      return this;
    }

    /**
     * Puts the records into the shared extent. There a primary key belongs to one record, whose
     * type is any of the types in the extent. So a reference to a record needs only the primary
     * key, and not the type.
     */
    public Builder inSharedExtent() {
      inSharedExtent = true;
      return this;
    }

    String name() {
      return prototype.getDescriptorForType().getName();
    }

    String fullName() {
      return prototype.getDescriptorForType().getFullName();
    }

    /** The explicit type key, or 0. */
    int explicitTypeKey() {
      return typeKey;
    }

    RecordType build(int assignedTypeKey, int sinceDefault) {
      if (primaryKey.columns().isEmpty()) {
        throw new IllegalArgumentException("record type " + name() + " has no primary key");
      }
      boolean single = layout == RecordLayout.SINGLE_KEY;
      int limit = single ? SINGLE_KEY_BYTES_LIMIT : SPLIT_BYTES_LIMIT;
      if (recordBytesMax > limit) {
        throw new IllegalArgumentException(
            "recordBytesMax of "
                + name()
                + " is "
                + recordBytesMax
                + ", the limit of "
                + layout
                + " is "
                + limit);
      }
      if (single && versioned) {
        throw new IllegalArgumentException(
            "record type " + name() + " of layout " + layout + " cannot be versioned, SPLIT can");
      }
      if (single && inSharedExtent) {
        throw new IllegalArgumentException(
            "record type " + name() + " of layout " + layout + " cannot be in the shared extent");
      }
      int bytesDefault = single ? SINGLE_KEY_BYTES_DEFAULT : SPLIT_BYTES_LIMIT;
      return new RecordType(
          this,
          assignedTypeKey,
          recordBytesMax == 0 ? bytesDefault : recordBytesMax,
          sinceVersion == 0 ? sinceDefault : sinceVersion);
    }
  }
}
