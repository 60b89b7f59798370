package dev.tenure.campaigns.queries;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Places the values of each field on other records of the type. Each column keeps its values, and
 * so its statistics; which of them lie together in a record, and behind one another, is random.
 */
final class PlacedRecords {
  private PlacedRecords() {}

  static List<Message> of(List<Message> records, Random random) {
    Map<Descriptor, List<Integer>> places =
        IntStream.range(0, records.size())
            .boxed()
            .collect(
                Collectors.groupingBy(
                    i -> records.get(i).getDescriptorForType(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Message.Builder> placed = new ArrayList<>();
    records.forEach(record -> placed.add(record.newBuilderForType()));
    places.forEach(
        (type, own) -> {
          for (FieldDescriptor field : type.getFields()) {
            List<Integer> from = new ArrayList<>(own);
            Collections.shuffle(from, random);
            for (int i = 0; i < own.size(); i++) {
              copy(field, records.get(from.get(i)), placed.get(own.get(i)));
            }
          }
        });
    return placed.stream().map(Message.Builder::build).toList();
  }

  private static void copy(FieldDescriptor field, Message from, Message.Builder to) {
    if (field.isRepeated() || from.hasField(field)) {
      to.setField(field, from.getField(field));
    }
  }
}
