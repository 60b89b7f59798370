package dev.tenure.record.evolution;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.MetaDataCodec;
import dev.tenure.record.proto.StoredMetaDataEntry;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one metadata store. The rows of a version never change, so they are read by snapshot.
 * For the newest version, the caller decides.
 */
record MetaDataRows(MetaDataKeys keys) {
  static final int CHUNK_BYTES = 100_000;

  private static final byte FORMAT = 1;

  /** The newest version; empty in an empty store. */
  CompletableFuture<OptionalInt> newest(RecordContext context, boolean snapshot) {
    return context
        .reader(snapshot)
        .get(keys.newest())
        .thenApply(
            value -> value == null ? OptionalInt.empty() : OptionalInt.of(newestVersion(value)));
  }

  private int newestVersion(byte[] value) {
    requireFormat(value, keys.newest());
    try {
      int version = Math.toIntExact(Tuple.fromBytes(value, 1, value.length - 1).getLong(0));
      if (version < 1) {
        throw damaged(keys.newest(), "newest version is " + version + ", the least is 1", null);
      }
      return version;
    } catch (RecordLayerException e) {
      throw e;
    } catch (RuntimeException e) {
      throw damaged(keys.newest(), "newest version is no number", e);
    }
  }

  /** The bytes of a version. Fails with METADATA_ABSENT when it was not saved. */
  CompletableFuture<byte[]> bytes(RecordContext context, int version) {
    return context
        .reader(true)
        .get(keys.entry(version))
        .thenCompose(
            value -> {
              if (value == null) {
                throw absent(version);
              }
              return chunks(context, version, entry(value, keys.entry(version)));
            });
  }

  private RecordLayerException absent(int version) {
    return new RecordLayerException(
        Code.METADATA_ABSENT, "no metadata of version " + version + " in " + keys.describe());
  }

  private CompletableFuture<byte[]> chunks(
      RecordContext context, int version, StoredMetaDataEntry entry) {
    int expected = (entry.getSize() + CHUNK_BYTES - 1) / CHUNK_BYTES;
    return context
        .reader(true)
        .getRange(keys.chunks(version), expected + 1, false, StreamingMode.EXACT)
        .asList()
        .thenApply(rows -> joined(rows, version, entry));
  }

  private byte[] joined(List<KeyValue> rows, int version, StoredMetaDataEntry entry) {
    byte[] key = keys.entry(version);
    int found = rows.stream().mapToInt(row -> row.getValue().length).sum();
    if (found != entry.getSize()) {
      throw damaged(key, "has " + found + " bytes, its entry says " + entry.getSize(), null);
    }
    ByteBuffer bytes = ByteBuffer.allocate(found);
    rows.forEach(row -> bytes.put(row.getValue()));
    int checksum = checksum(bytes.array());
    if (checksum != entry.getChecksum()) {
      throw damaged(
          key,
          String.format(
              "has the checksum %08x, its entry says %08x", checksum, entry.getChecksum()),
          null);
    }
    return bytes.array();
  }

  /** Writes a version, which becomes the newest. */
  void write(RecordContext context, int version, byte[] bytes) {
    StoredMetaDataEntry entry =
        StoredMetaDataEntry.newBuilder()
            .setSavedMillis(context.now().toEpochMilli())
            .setSize(bytes.length)
            .setChecksum(checksum(bytes))
            .build();
    for (int from = 0; from < bytes.length; from += CHUNK_BYTES) {
      int to = Math.min(bytes.length, from + CHUNK_BYTES);
      context.set(keys.chunk(version, from / CHUNK_BYTES), Arrays.copyOfRange(bytes, from, to));
    }
    context.set(keys.entry(version), formatted(entry.toByteArray()));
    context.set(keys.newest(), formatted(Tuple.from(version).pack()));
  }

  /** All versions, the oldest first. */
  CompletableFuture<List<MetaDataVersion>> history(RecordContext context) {
    return context
        .reader(true)
        .getRange(
            keys.entries(), ReadTransaction.ROW_LIMIT_UNLIMITED, false, StreamingMode.WANT_ALL)
        .asList()
        .thenApply(rows -> rows.stream().map(this::version).toList());
  }

  private MetaDataVersion version(KeyValue row) {
    StoredMetaDataEntry entry = entry(row.getValue(), row.getKey());
    int version;
    try {
      version = keys.versionOf(row.getKey());
    } catch (RuntimeException e) {
      throw damaged(row.getKey(), "has no version in its key", e);
    }
    return new MetaDataVersion(
        version, Instant.ofEpochMilli(entry.getSavedMillis()), entry.getSize());
  }

  private StoredMetaDataEntry entry(byte[] value, byte[] key) {
    requireFormat(value, key);
    try {
      StoredMetaDataEntry entry =
          StoredMetaDataEntry.parser().parseFrom(value, 1, value.length - 1);
      if (entry.getSize() < 1 || entry.getSize() > MetaDataCodec.BYTES_MAX) {
        throw damaged(
            key,
            "has a size of " + entry.getSize() + ", expected 1 to " + MetaDataCodec.BYTES_MAX,
            null);
      }
      return entry;
    } catch (InvalidProtocolBufferException e) {
      throw damaged(key, "is no StoredMetaDataEntry: " + e.getMessage(), e);
    }
  }

  private void requireFormat(byte[] value, byte[] key) {
    if (value.length == 0 || value[0] != FORMAT) {
      throw new RecordLayerException(
          Code.FORMAT_UNKNOWN,
          "metadata entry has format "
              + (value.length == 0 ? "none" : value[0])
              + ", known is "
              + FORMAT
              + " ("
              + keys.describe(key)
              + ")");
    }
  }

  private static byte[] formatted(byte[] rest) {
    return ByteBuffer.allocate(1 + rest.length).put(FORMAT).put(rest).array();
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private RecordLayerException damaged(byte[] key, String what, @Nullable Throwable cause) {
    return new RecordLayerException(
        Code.DAMAGED, "metadata entry " + what + " (" + keys.describe(key) + ")", cause);
  }
}
