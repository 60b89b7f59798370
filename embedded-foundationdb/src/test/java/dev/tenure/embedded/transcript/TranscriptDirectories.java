package dev.tenure.embedded.transcript;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionContext;
import com.apple.foundationdb.directory.Directory;
import com.apple.foundationdb.directory.DirectoryLayer;
import com.apple.foundationdb.directory.DirectorySubspace;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The directory operations of a transcript, on fdb-java's directory layer. */
final class TranscriptDirectories {
  private final TranscriptStage stage;
  private final TranscriptNotation notation;
  private final DirectoryLayer layer;
  private final Map<String, String> names = new HashMap<>();

  TranscriptDirectories(TranscriptStage stage, TranscriptNotation notation) {
    this.stage = stage;
    this.notation = notation;
    byte[] prefix = notation.prefix();
    byte[] nodes = Arrays.copyOf(prefix, prefix.length + 1);
    nodes[prefix.length] = (byte) 0xfe;
    this.layer = new DirectoryLayer(new Subspace(nodes), new Subspace(prefix), true);
  }

  CompletableFuture<TranscriptOutcome> call(
      TranscriptStep step, @Nullable Transaction transaction) {
    TransactionContext context = transaction == null ? stage.database() : transaction;
    List<String> path = path(step, "path");
    byte[] layerName = step.has("layer") ? notation.decode(step.text("layer")) : new byte[0];
    return switch (step.text("call")) {
      case "createOrOpen" -> layer.createOrOpen(context, path, layerName).thenApply(this::describe);
      case "create" -> create(context, step, path, layerName);
      case "open" -> layer.open(context, path, layerName).thenApply(this::describe);
      case "move" -> layer.move(context, path, path(step, "to")).thenApply(this::describe);
      case "moveTo" ->
          opened(context, path(step, "in"))
              .thenCompose(opened -> opened.moveTo(context, path(step, "to")))
              .thenApply(this::describe);
      case "remove" -> layer.remove(context, path).thenApply(done -> TranscriptOutcome.OK);
      case "removeIfExists" ->
          layer.removeIfExists(context, path).thenApply(done -> TranscriptOutcome.of("bool", done));
      case "exists" ->
          layer.exists(context, path).thenApply(there -> TranscriptOutcome.of("bool", there));
      case "list" ->
          layer.list(context, path).thenApply(list -> TranscriptOutcome.of("names", list));
      case "setIn" -> setIn(context, step, path);
      case "rowsIn" -> rowsIn(context, path);
      default -> throw new IllegalArgumentException("unknown directory call in " + step);
    };
  }

  private CompletableFuture<? extends Directory> opened(
      TransactionContext context, List<String> path) {
    return path.isEmpty() ? CompletableFuture.completedFuture(layer) : layer.open(context, path);
  }

  private CompletableFuture<TranscriptOutcome> create(
      TransactionContext context, TranscriptStep step, List<String> path, byte[] layerName) {
    return step.has("at")
        ? layer
            .create(context, path, layerName, notation.decode(step.text("at")))
            .thenApply(this::describe)
        : layer.create(context, path, layerName).thenApply(this::describe);
  }

  private CompletableFuture<TranscriptOutcome> setIn(
      TransactionContext context, TranscriptStep step, List<String> path) {
    byte[] key = notation.decode(step.text("key"));
    byte[] value = notation.decode(step.text("value"));
    return context.runAsync(
        transaction ->
            layer
                .open(transaction, path)
                .thenApply(
                    opened -> {
                      transaction.set(ByteArrayUtil.join(opened.pack(), key), value);
                      return TranscriptOutcome.OK;
                    }));
  }

  private CompletableFuture<TranscriptOutcome> rowsIn(
      TransactionContext context, List<String> path) {
    return context.runAsync(
        transaction ->
            layer
                .open(transaction, path)
                .thenCompose(
                    opened ->
                        transaction
                            .getRange(Range.startsWith(opened.pack()))
                            .asList()
                            .thenApply(
                                rows -> TranscriptOutcome.ofRows(without(opened.pack(), rows)))));
  }

  private static List<KeyValue> without(byte[] prefix, List<KeyValue> rows) {
    List<KeyValue> stripped = new ArrayList<>();
    for (KeyValue row : rows) {
      byte[] key = Arrays.copyOfRange(row.getKey(), prefix.length, row.getKey().length);
      stripped.add(new KeyValue(key, row.getValue()));
    }
    return stripped;
  }

  private static List<String> path(TranscriptStep step, String name) {
    if (!step.has(name)) {
      return List.of();
    }
    return step.list(name).stream().map(String::valueOf).toList();
  }

  private TranscriptOutcome describe(DirectorySubspace directory) {
    String prefix;
    try {
      String encoded = TranscriptNotation.encode(directory.pack());
      prefix = names.computeIfAbsent(encoded, unseen -> "d" + (names.size() + 1));
    } catch (UnsupportedOperationException partition) {
      prefix = "partition";
    }
    return TranscriptOutcome.of(
        "dir",
        Map.of(
            "path",
            directory.getPath(),
            "layer",
            new String(directory.getLayer(), StandardCharsets.ISO_8859_1),
            "prefix",
            prefix));
  }
}
