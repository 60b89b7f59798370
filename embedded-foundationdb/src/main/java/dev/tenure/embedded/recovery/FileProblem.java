package dev.tenure.embedded.recovery;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file or directory cannot be used, for people: the end of a sentence that names it. */
public final class FileProblem {

  private FileProblem() {}

  /** The cause of the exception, without the names of Java's classes. */
  public static String of(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such directory";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
      return "it is a file, a directory is expected";
    }
    if (e instanceof FileSystemException system && system.getReason() != null) {
      return String.valueOf(system.getReason());
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
