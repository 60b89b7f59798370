package dev.tenure.embedded.storage;

/** The storage could not carry out an operation; the message names the path and the cause. */
public final class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }

  public StorageException(String message) {
    super(message);
  }
}
