package dev.tenure.embedded.storage;

import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Says that the storage could not carry out an operation. The message is one line that names the
 * path and the cause.
 */
public final class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean forLackOfSpace;

  public StorageException(String message, Throwable cause) {
    this(message, cause, false);
  }

  public StorageException(String message) {
    super(inOneLine(message));
    this.forLackOfSpace = false;
  }

  private StorageException(String message, Throwable cause, boolean forLackOfSpace) {
    super(inOneLine(message), cause);
    this.forLackOfSpace = forLackOfSpace;
  }

  /** An exception whose message is the attempted operation, followed by RocksDB's message. */
  static StorageException of(String attempted, RocksDBException cause) {
    Status status = cause.getStatus();
    boolean full = status != null && status.getSubCode() == Status.SubCode.NoSpace;
    return new StorageException(attempted + ": " + cause.getMessage(), cause, full);
  }

  /** Whether the disk was full. */
  public boolean isForLackOfSpace() {
    return forLackOfSpace;
  }

  private static String inOneLine(String message) {
    return message.strip().replaceAll("\\s*[\r\n]+\\s*", "; ");
  }
}
