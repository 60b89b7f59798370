package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;

/**
 * A page of a list of paths.
 *
 * @param paths in the order of their keys
 * @param next the position of the next page; empty at the end of the list. After a full page the
 *     next page may be empty
 */
public record PathPage(List<KeySpacePath> paths, Optional<ByteString> next) {
  public PathPage {
    paths = List.copyOf(paths);
  }
}
