package dev.tenure.embeddedpostgresql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerTest {
  @TempDir private Path directory;

  @Test
  void keepsWhatIsCommittedOverACrash() throws IOException, SQLException, UnavailableException {
    try (PostgresServer server = start()) {
      server.execute("CREATE TABLE numbers (n int)", "INSERT INTO numbers VALUES (1), (2)");
      try (Connection connection = DriverManager.getConnection(server.url());
          Statement statement = connection.createStatement()) {
        server.crash();
        assertThrows(SQLException.class, () -> statement.execute("SELECT 1"));
      }
      assertThrows(SQLException.class, () -> server.execute("SELECT 1"));

      server.restart();

      assertEquals(2, count(server));
      assertEquals("on", server.settings().get("postgres.fsync"));
    }
  }

  @Test
  void isNotStartedWhereAnotherOneLies() throws IOException {
    Path other = Files.createDirectory(directory.resolve("postgres"));
    assertThrows(FileAlreadyExistsException.class, this::start);
    assertTrue(Files.isDirectory(other));
  }

  /** Skips the test where no server can run. */
  private PostgresServer start() throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    try {
      return PostgresServer.start(directory);
    } catch (UnavailableException e) {
      Assumptions.abort("no PostgreSQL: " + e.getMessage());
      throw new AssertionError(e);
    }
  }

  private static int count(PostgresServer server) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM numbers")) {
      assertTrue(rows.next());
      return rows.getInt(1);
    }
  }
}
