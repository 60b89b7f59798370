package dev.tenure.bench.apple;

import static com.apple.foundationdb.record.metadata.Key.Expressions.concat;
import static com.apple.foundationdb.record.metadata.Key.Expressions.field;
import static com.apple.foundationdb.record.metadata.Key.Expressions.keyWithValue;
import static com.apple.foundationdb.record.query.expressions.Query.and;
import static com.apple.foundationdb.record.query.expressions.Query.or;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.record.EndpointType;
import com.apple.foundationdb.record.RecordMetaData;
import com.apple.foundationdb.record.RecordMetaDataBuilder;
import com.apple.foundationdb.record.RecordStoreState;
import com.apple.foundationdb.record.ScanProperties;
import com.apple.foundationdb.record.metadata.Index;
import com.apple.foundationdb.record.provider.foundationdb.FDBDatabase;
import com.apple.foundationdb.record.provider.foundationdb.FDBDatabaseFactory;
import com.apple.foundationdb.record.provider.foundationdb.FDBRecordContext;
import com.apple.foundationdb.record.provider.foundationdb.FDBRecordStore;
import com.apple.foundationdb.record.query.RecordQuery;
import com.apple.foundationdb.record.query.expressions.Query;
import com.apple.foundationdb.record.query.expressions.QueryComponent;
import com.apple.foundationdb.record.query.plan.QueryPlanner;
import com.apple.foundationdb.record.query.plan.RecordQueryPlanner;
import com.apple.foundationdb.record.query.plan.plans.RecordQueryPlan;
import com.apple.foundationdb.record.query.plan.temp.CascadesPlanner;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * A store of scores in Apple's record layer, with the fields, records and indexes of our own store
 * of scores. Everything runs on the calling thread. Its operations are called by their names.
 */
public final class AppleScores implements Function<String, LongUnaryOperator>, AutoCloseable {
  public static final String PLAN = "plan";
  public static final String PLAN_BY_CASCADES = "plan by Cascades";
  public static final String COVERING = "covering";
  public static final String FETCH = "fetch";
  public static final String TWO_CONDITIONS = "two conditions";
  public static final String UNION = "union";
  public static final String LIST = "list";
  public static final String SAVE = "save";
  public static final String REPLACE = "replace";
  public static final String DELETE = "delete";
  public static final String LOAD = "load";
  public static final String SCAN = "scan";

  /** Records of a scan. */
  public static final int SCANNED = 2_000;

  /** Records of a transaction that saves or loads. */
  public static final int AT_A_TIME = 50;

  private static final int FILL_AT_A_TIME = 500;
  private static final int VALUES = 1_000;
  private static final int QUERIES = 1_000;
  private static final Subspace STORE = new Subspace(Tuple.from("apple"));

  /** All indexes are readable. */
  private static final RecordStoreState READABLE = new RecordStoreState(null, null);

  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Database engine =
      EmbeddedDatabase.memory(
          EmbeddedEnvironment.builder()
              .commitExecutor(Runnable::run)
              .executor(Runnable::run)
              .timer(timer)
              .build());
  private final FDBDatabase database;
  private final Descriptor score;
  private final RecordMetaData metaData;
  private final int records;

  public AppleScores(int records) {
    this.records = records;
    try {
      FileDescriptor file = FileDescriptor.buildFrom(file(), new FileDescriptor[0]);
      this.score = file.findMessageTypeByName("Score");
      this.metaData = metaData(file);
      this.database = opened(engine);
    } catch (DescriptorValidationException | ReflectiveOperationException e) {
      throw new IllegalStateException("Apple's record layer does not open: " + e.getMessage(), e);
    }
    for (int first = 0; first < records; first += FILL_AT_A_TIME) {
      save(first, FILL_AT_A_TIME, 0);
    }
  }

  private static FileDescriptorProto file() {
    DescriptorProto.Builder message =
        DescriptorProto.newBuilder()
            .setName("Score")
            .addField(member("id", 1, FieldDescriptorProto.Type.TYPE_INT64))
            .addField(member("team", 2, FieldDescriptorProto.Type.TYPE_STRING))
            .addField(member("report", 3, FieldDescriptorProto.Type.TYPE_STRING))
            .addField(member("points", 4, FieldDescriptorProto.Type.TYPE_INT64));
    DescriptorProto.Builder union =
        DescriptorProto.newBuilder()
            .setName("RecordTypeUnion")
            .addField(
                member("_Score", 1, FieldDescriptorProto.Type.TYPE_MESSAGE).toBuilder()
                    .setTypeName("Score"));
    return FileDescriptorProto.newBuilder()
        .setName("apple_scores.proto")
        .setSyntax("proto3")
        .addMessageType(message)
        .addMessageType(union)
        .build();
  }

  private static FieldDescriptorProto member(
      String name, int number, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setType(type)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .build();
  }

  private static RecordMetaData metaData(FileDescriptor file) {
    RecordMetaDataBuilder builder = RecordMetaData.newBuilder().setRecords(file);
    builder.getRecordType("Score").setPrimaryKey(field("id"));
    builder.addIndex(
        "Score", new Index("by-team", keyWithValue(concat(field("team"), field("points")), 1)));
    builder.addIndex("Score", new Index("by-report", field("report")));
    builder.addIndex("Score", new Index("by-points", field("points")));
    return builder.getRecordMetaData();
  }

  /** A database of the layer opens a cluster by a file; this one is given its database instead. */
  private static FDBDatabase opened(Database engine) throws ReflectiveOperationException {
    FDBDatabaseFactory factory = new FDBDatabaseFactory();
    factory.setExecutor(Runnable::run);
    FDBDatabase database = new FDBDatabase(factory, "");
    set(database, "database", engine);
    set(database, "opened", true);
    return database;
  }

  private static void set(FDBDatabase database, String name, Object value)
      throws ReflectiveOperationException {
    Field field = FDBDatabase.class.getDeclaredField(name);
    field.setAccessible(true);
    field.set(database, value);
  }

  /** An operation by its name. A number of 0 is null for this layer, so no query asks for it. */
  @Override
  public LongUnaryOperator apply(String operation) {
    RecordQuery.Builder ofTeam = query(equal("team", "team 1"));
    return switch (operation) {
      case PLAN -> planning(new RecordQueryPlanner(metaData, READABLE));
      case PLAN_BY_CASCADES -> planning(new CascadesPlanner(metaData, READABLE));
      case COVERING ->
          running(ofTeam.setRequiredResults(List.of(field("id"), field("points"))).build());
      case FETCH -> running(ofTeam.build());
      case TWO_CONDITIONS ->
          running(
              query(and(equal("team", "team 1"), equal("report", "report 1")))
                  .setRequiredResults(List.of(field("id")))
                  .build());
      case UNION ->
          running(
              query(or(equal("team", "team 1"), equal("report", "report 1")))
                  .setSort(field("id"))
                  .setRequiredResults(List.of(field("id")))
                  .build());
      case LIST ->
          running(
              query(Query.field("points").in(LongStream.rangeClosed(1, VALUES).boxed().toList()))
                  .setRequiredResults(List.of(field("id"), field("points")))
                  .build());
      case SAVE -> turn -> save(turn * AT_A_TIME % records, AT_A_TIME, turn);
      case LOAD -> turn -> load(turn * AT_A_TIME % records);
      case REPLACE -> turn -> replace(turn * AT_A_TIME % records, turn);
      case DELETE ->
          turn -> {
            long first = turn * AT_A_TIME % records;
            return Math.min(delete(first), save(first, AT_A_TIME, turn));
          };
      case SCAN -> turn -> scan();
      default -> throw new IllegalArgumentException("no operation " + operation);
    };
  }

  @Override
  public void close() {
    engine.close();
    timer.shutdownNow();
  }

  private static QueryComponent equal(String field, Object value) {
    return Query.field(field).equalsValue(value);
  }

  private static RecordQuery.Builder query(QueryComponent condition) {
    return RecordQuery.newBuilder().setRecordType("Score").setFilter(condition);
  }

  private static LongUnaryOperator planning(QueryPlanner planner) {
    List<RecordQuery> queries =
        LongStream.range(0, QUERIES)
            .mapToObj(
                number ->
                    query(
                            and(
                                equal("team", "team " + number % 10),
                                equal("report", "report " + number / 10 % 10),
                                Query.field("points").greaterThan(number)))
                        .build())
            .toList();
    return turn -> planner.plan(queries.get((int) (turn % QUERIES))).getComplexity();
  }

  /** The query's plan is made once, as the layer keeps no plans. */
  private LongUnaryOperator running(RecordQuery query) {
    RecordQueryPlan plan = new RecordQueryPlanner(metaData, READABLE).plan(query);
    return turn ->
        database.run(context -> store(context).executeQuery(plan).getCount().join().longValue());
  }

  private FDBRecordStore store(FDBRecordContext context) {
    return FDBRecordStore.newBuilder()
        .setMetaDataProvider(metaData)
        .setContext(context)
        .setSubspace(STORE)
        .createOrOpen();
  }

  private long save(long first, int count, long more) {
    return each(first, count, (store, id) -> store.saveRecordAsync(message(id, more)));
  }

  private long load(long first) {
    return each(first, AT_A_TIME, (store, id) -> store.loadRecordAsync(Tuple.from(id)));
  }

  private long replace(long first, long more) {
    return each(
        first,
        AT_A_TIME,
        (store, id) ->
            store
                .loadRecordAsync(Tuple.from(id))
                .thenCompose(found -> store.updateRecordAsync(message(id, more))));
  }

  private long delete(long first) {
    return each(first, AT_A_TIME, (store, id) -> store.deleteRecordAsync(Tuple.from(id)));
  }

  /** An operation on a record. */
  private interface OnRecord {
    CompletableFuture<?> run(FDBRecordStore store, long id);
  }

  private long each(long first, int count, OnRecord step) {
    return database.run(
        context -> {
          FDBRecordStore store = store(context);
          CompletableFuture<?>[] all = new CompletableFuture<?>[count];
          for (int i = 0; i < count; i++) {
            all[i] = step.run(store, first + i);
          }
          CompletableFuture.allOf(all).join();
          return (long) count;
        });
  }

  private long scan() {
    return database.run(
        context ->
            store(context)
                .scanRecords(
                    null,
                    Tuple.from(SCANNED),
                    EndpointType.TREE_START,
                    EndpointType.RANGE_EXCLUSIVE,
                    null,
                    ScanProperties.FORWARD_SCAN)
                .getCount()
                .join()
                .longValue());
  }

  private DynamicMessage message(long id, long more) {
    return DynamicMessage.newBuilder(score)
        .setField(score.findFieldByName("id"), id)
        .setField(score.findFieldByName("team"), "team " + id % 10)
        .setField(score.findFieldByName("report"), "report " + id / 10 % 10)
        .setField(score.findFieldByName("points"), id + more)
        .build();
  }
}
