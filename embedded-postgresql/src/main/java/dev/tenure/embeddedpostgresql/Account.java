package dev.tenure.embeddedpostgresql;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.ArrayList;
import java.util.List;

/**
 * The user that runs the server. It is the user of this process. If that is root, which PostgreSQL
 * refuses, it is {@code nobody}, by {@code setpriv} from util-linux.
 */
final class Account {
  private static final String NOBODY = "nobody";

  private final boolean root;

  private Account(boolean root) {
    this.root = root;
  }

  /**
   * Chooses the account.
   *
   * @param directory the directory of the server
   * @throws UnavailableException when this is root, and no other user can be used
   */
  static Account of(Path directory) throws IOException, UnavailableException {
    boolean root = Integer.valueOf(0).equals(Files.getAttribute(directory, "unix:uid"));
    if (root) {
      checkSetpriv();
      checkReach(directory);
    }
    return new Account(root);
  }

  private static void checkSetpriv() throws UnavailableException {
    String path = System.getenv().getOrDefault("PATH", "");
    for (String place : path.split(":", -1)) {
      if (Files.isExecutable(Path.of(place, "setpriv"))) {
        return;
      }
    }
    throw new UnavailableException(
        "PostgreSQL refuses to run as root, and there is no setpriv (util-linux) to run it as "
            + NOBODY
            + "; install it, or run this as another user");
  }

  private static void checkReach(Path directory) throws IOException, UnavailableException {
    for (Path place = directory.toRealPath().getParent();
        place != null;
        place = place.getParent()) {
      int mode = (int) Files.getAttribute(place, "unix:mode");
      if ((mode & 1) == 0) {
        throw new UnavailableException(
            "PostgreSQL refuses to run as root, and "
                + NOBODY
                + " may not pass through "
                + place
                + "; choose another place with --data");
      }
    }
  }

  /** The command in the form that runs it as this account. */
  List<String> command(List<String> command) {
    if (!root) {
      return command;
    }
    List<String> wrapped =
        new ArrayList<>(
            List.of("setpriv", "--reuid", NOBODY, "--regid", group(), "--clear-groups", "--"));
    wrapped.addAll(command);
    return wrapped;
  }

  /** Makes the account the owner of the directory, which must be empty. */
  void own(Path directory) throws IOException {
    if (root) {
      UserPrincipalLookupService names = FileSystems.getDefault().getUserPrincipalLookupService();
      Files.setOwner(directory, names.lookupPrincipalByName(NOBODY));
    }
  }

  /** Numeric: {@code nobody}'s group is named differently from system to system. */
  private static String group() {
    return "65534";
  }
}
