package dev.tenure.campaigns.crash;

import dev.tenure.embedded.recovery.EngineDirectory;
import dev.tenure.embedded.recovery.EngineDirectoryException;
import dev.tenure.embedded.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;

/** Opens a directory, says so, and holds it until its input ends; or says why it could not. */
final class DirectoryHolder {
  private DirectoryHolder() {}

  public static void main(String[] arguments) throws IOException {
    Storage storage;
    try {
      storage = EngineDirectory.open(Path.of(arguments[0]));
    } catch (EngineDirectoryException e) {
      System.out.println(e.reason());
      return;
    }
    System.out.println("open");
    int unused = System.in.read();
    storage.close();
  }
}
