package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;

/**
 * Some of the paths of a list.
 *
 * @param paths in the order of their keys
 * @param next where the list goes on; empty when there is no more. When the page is full there may
 *     be no more all the same
 */
public record PathPage(List<KeySpacePath> paths, Optional<ByteString> next) {
  public PathPage {
    paths = List.copyOf(paths);
  }
}
