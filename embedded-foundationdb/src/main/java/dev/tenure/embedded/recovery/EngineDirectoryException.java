package dev.tenure.embedded.recovery;

import java.nio.file.Path;

/** A directory could not be opened as an engine's; nothing in it was changed. */
public final class EngineDirectoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong with the directory. */
  public enum Reason {
    /** This or another process has it open. */
    LOCKED,
    /** It holds files, but none that says they are an engine's. */
    FOREIGN,
    /** Its format is none this release can read. */
    FORMAT_UNKNOWN,
    /** Its format file or its rows are missing or unreadable. */
    DAMAGED,
    /** The file system refused. */
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
