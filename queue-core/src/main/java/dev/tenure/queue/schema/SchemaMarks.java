package dev.tenure.queue.schema;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.proto.StoredSchemaMark;
import dev.tenure.record.context.RecordContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The marks of the tenants of an application on one cluster whose stores are not at the newest
 * schema yet.
 */
public final class SchemaMarks {
  static final StoredSchemaMark ARRIVED =
      StoredSchemaMark.newBuilder().setKind(StoredSchemaMark.Kind.ARRIVED).build();

  private final SchemaKeys keys;
  private final String application;

  public SchemaMarks(SchemaKeys keys, String application) {
    this.keys = keys;
    this.application = application;
  }

  /** The mark of one tenant. */
  public record Marked(String user, StoredSchemaMark mark) {}

  public void set(RecordContext context, String user, StoredSchemaMark mark) {
    context.set(key(user), mark.toByteArray());
  }

  public void clear(RecordContext context, String user) {
    context.clear(key(user));
  }

  private byte[] key(String user) {
    return keys.marks(application).pack(Tuple.from(user));
  }

  /**
   * The next marks in the order of users.
   *
   * @param after the user after which they begin; empty for the first
   */
  public CompletableFuture<List<Marked>> page(
      RecordContext context, String after, int max, boolean snapshot) {
    Range all = keys.marks(application).range();
    byte[] begin = after.isEmpty() ? all.begin : ByteArrayUtil.join(key(after), new byte[1]);
    return context
        .reader(snapshot)
        .getRange(begin, all.end, max)
        .asList()
        .thenApply(rows -> rows.stream().map(this::marked).toList());
  }

  private Marked marked(KeyValue row) {
    String user = keys.marks(application).unpack(row.getKey()).getString(0);
    try {
      return new Marked(user, StoredSchemaMark.parseFrom(row.getValue()));
    } catch (InvalidProtocolBufferException e) {
      throw new QueueException(
          QueueException.Code.CORRUPT,
          "the schema mark of tenant " + application + "/" + user + " cannot be read",
          e);
    }
  }
}
