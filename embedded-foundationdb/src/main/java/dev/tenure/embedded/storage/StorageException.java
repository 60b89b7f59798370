package dev.tenure.embedded.storage;

/** The storage could not carry out an operation; one line that names the path and the cause. */
public final class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StorageException(String message, Throwable cause) {
    super(inOneLine(message), cause);
  }

  public StorageException(String message) {
    super(inOneLine(message));
  }

  private static String inOneLine(String message) {
    return message.strip().replaceAll("\\s*[\r\n]+\\s*", "; ");
  }
}
