package dev.tenure.campaigns.queries;

import com.google.protobuf.Message;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.DeclaredStatistics;
import dev.tenure.record.plan.cost.Statistics;
import java.util.ArrayList;
import java.util.List;

/** Statistics as they would be if the store kept them: counted from its records. */
final class TrueStatistics {
  private TrueStatistics() {}

  static Statistics of(RecordMetaData metaData, List<Message> records) {
    DeclaredStatistics statistics =
        count(Statistics.declared(), metaData, QueryColumns.RIVAL, records, commonColumns());
    List<KeyExpression> ofTasks = new ArrayList<>(QueryColumns.SINGLE);
    ofTasks.add(QueryColumns.TAG);
    return count(statistics, metaData, QueryColumns.TASK, records, ofTasks);
  }

  private static List<KeyExpression> commonColumns() {
    return List.of(QueryColumns.ID, QueryColumns.TEAM);
  }

  private static DeclaredStatistics count(
      DeclaredStatistics before,
      RecordMetaData metaData,
      String type,
      List<Message> all,
      List<KeyExpression> columns) {
    List<Message> records =
        all.stream().filter(record -> EveryRecord.type(record).equals(type)).toList();
    DeclaredStatistics statistics = before.records(type, records.size());
    for (KeyExpression column : columns) {
      long distinct =
          records.stream()
              .flatMap(record -> metaData.bound().evaluator(column, type).evaluate(record).stream())
              .distinct()
              .count();
      statistics = statistics.distinct(type, (double) distinct, column);
    }
    return statistics;
  }
}
