package dev.tenure.embedded.recovery;

import java.nio.file.Path;

/** A directory could not be opened as that of an engine. Nothing in it was changed. */
public final class EngineDirectoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The reason why the directory could not be opened. */
  public enum Reason {
    /** This or another process has the directory open. */
    LOCKED,
    /** The directory holds files, but no format file of an engine. */
    FOREIGN,
    /** This release cannot read the format of the directory. */
    FORMAT_UNKNOWN,
    /** The format file or the rows are missing or unreadable. */
    DAMAGED,
    /** The file system refused an operation. */
    INACCESSIBLE
  }

  private final transient Path directory;
  private final Reason reason;

  EngineDirectoryException(Path directory, Reason reason, String message) {
    super(message);
    this.directory = directory;
    this.reason = reason;
  }

  EngineDirectoryException(Path directory, Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.directory = directory;
    this.reason = reason;
  }

  public Path directory() {
    return directory;
  }

  public Reason reason() {
    return reason;
  }
}
