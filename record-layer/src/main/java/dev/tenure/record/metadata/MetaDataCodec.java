package dev.tenure.record.metadata;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.StoredPlace;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.proto.StoredMetaData;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Encodes metadata as bytes and decodes it: a format byte 01, then a {@link StoredMetaData} with
 * the protobuf files of all message types. Decoding and encoding again gives the same bytes.
 *
 * <p>Decoding never trusts the bytes: it gives metadata, or an error that names the place of the
 * bytes. The error is {@code FORMAT_UNKNOWN} when a later version of this library, or a process
 * with other index types, may have written the bytes, and {@code DAMAGED} otherwise. Records of
 * decoded metadata load as dynamic messages; see {@link RecordMetaData#withLocalTypes}.
 */
public final class MetaDataCodec {
  /** The maximum size of encoded metadata in bytes. */
  public static final int BYTES_MAX = 2_000_000;

  /** The maximum number of protobuf files of the message types, including all imports. */
  public static final int FILES_MAX = 1_000;

  static final byte FORMAT = 1;

  /** Conditions and key expressions, each bounded by its reader, inside one another. */
  private static final int MESSAGE_DEPTH_MAX = 150;

  private MetaDataCodec() {}

  /**
   * Encodes metadata. Metadata that is made in the same order from the same files has equal bytes.
   *
   * @throws IllegalArgumentException when they are more than {@link #BYTES_MAX}, when there are
   *     more than {@link #FILES_MAX} files, or when two record types come from different versions
   *     of one file
   */
  public static byte[] encode(RecordMetaData metaData) {
    StoredMetaData stored = StoredMetaDataWriter.write(metaData);
    int size = 1 + stored.getSerializedSize();
    if (size > BYTES_MAX) {
      throw new IllegalArgumentException(
          "metadata of version "
              + metaData.version()
              + " takes "
              + size
              + " bytes, the limit is "
              + BYTES_MAX);
    }
    byte[] message = stored.toByteArray();
    byte[] bytes = new byte[size];
    bytes[0] = FORMAT;
    System.arraycopy(message, 0, bytes, 1, message.length);
    return bytes;
  }

  /**
   * Decodes metadata.
   *
   * @param functions the functions that key expressions may name
   * @param indexTypes the types that indexes may have
   * @param where the place where the bytes were read, for errors
   * @throws RecordLayerException DAMAGED or FORMAT_UNKNOWN
   */
  public static RecordMetaData decode(
      byte[] bytes, KeyFunctions functions, IndexTypes indexTypes, String where) {
    StoredPlace place = new StoredPlace("metadata", where);
    if (bytes.length < 2 || bytes.length > BYTES_MAX) {
      throw place.damaged("has " + bytes.length + " bytes, expected 2 to " + BYTES_MAX);
    }
    if (bytes[0] != FORMAT) {
      throw place.unknown("has format " + bytes[0] + ", known is " + FORMAT);
    }
    try {
      CodedInputStream in = CodedInputStream.newInstance(bytes, 1, bytes.length - 1);
      in.setRecursionLimit(MESSAGE_DEPTH_MAX);
      return new StoredMetaDataReader(place, functions, indexTypes)
          .read(StoredMetaData.parseFrom(in));
    } catch (InvalidProtocolBufferException e) {
      throw place.damaged("is no StoredMetaData: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("reading an array of " + bytes.length + " bytes", e);
    }
  }
}
