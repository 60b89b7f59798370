package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.Versioned;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Steps in the paper's notation. */
final class Texts {
  private Texts() {}

  static String step(Request request, Object answer) {
    return request(request) + " -> " + answer(answer);
  }

  static String calls(List<Linearization.Call> calls) {
    return calls.stream()
        .map(each -> each.operation() + " = " + each.result())
        .collect(Collectors.joining("; "));
  }

  private static String request(Request request) {
    if (request instanceof Request.ReadData read) {
      return "read data " + read.key() + moved(read.isMoved());
    }
    if (request instanceof Request.ReadIndex read) {
      return "read index " + read.key().key().value() + moved(read.isMoved());
    }
    if (request instanceof Request.FindLocally find) {
      return "ask data shard " + find.shard() + " for " + find.key().value();
    }
    if (request instanceof Request.WriteData write) {
      return write(write.write()) + moved(write.isMoved());
    }
    if (request instanceof Request.WriteIndex write) {
      return write(write.write()) + moved(write.isMoved());
    }
    if (request instanceof Request.Advance advance) {
      return "go on from phase " + advance.from();
    }
    Request.WriteBoth both = (Request.WriteBoth) request;
    return write(both.data())
        + both.index().stream().map(each -> " and " + write(each)).collect(Collectors.joining());
  }

  private static String moved(boolean isMoved) {
    return isMoved ? " at the target" : "";
  }

  private static String write(ConditionalWrite<?, ?> write) {
    String condition =
        write.expected().map(version -> " if " + Stored.text(version)).orElse(" if absent");
    return write.record().map(record -> "put " + record(record)).orElse("delete " + key(write))
        + condition;
  }

  private static String key(ConditionalWrite<?, ?> write) {
    return write.key() instanceof dev.tenure.record.global.IndexKey index
        ? index.key().value()
        : String.valueOf(write.key());
  }

  private static String answer(Object answer) {
    return answer instanceof Optional<?> read
        ? read.map(Texts::record).orElse("absent")
        : String.valueOf(answer);
  }

  private static String record(Object record) {
    TreeMap<dev.tenure.record.global.PrimaryKey, DataRecord> data = new TreeMap<>();
    TreeMap<dev.tenure.record.global.IndexKey, IndexRecord> index = new TreeMap<>();
    if (record instanceof DataRecord each) {
      data.put(each.key(), each);
    } else if (record instanceof IndexRecord each) {
      index.put(each.key(), each);
    }
    return record instanceof Versioned<?> ? Stored.of(data, index).text() : record.toString();
  }
}
