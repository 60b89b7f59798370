package dev.tenure.spring.cluster;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDB;
import java.nio.file.Files;
import java.nio.file.Path;

/** The only class that uses {@link FDB}, whose initializer loads FoundationDB's client. */
final class NativeFoundationDb {
  static final int API_VERSION = 730;

  private NativeFoundationDb() {}

  static Database open(Path clusterFile) {
    if (!Files.isReadable(clusterFile)) {
      throw new IllegalArgumentException(
          "the cluster file " + clusterFile + " is not there or cannot be read");
    }
    try {
      return FDB.selectAPIVersion(API_VERSION).open(clusterFile.toString());
    } catch (LinkageError e) {
      throw new IllegalStateException(
          "FoundationDB's native client for API version "
              + API_VERSION
              + " could not be loaded; install the foundationdb-clients package",
          e);
    }
  }
}
