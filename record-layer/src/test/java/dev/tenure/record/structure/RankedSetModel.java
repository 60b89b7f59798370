package dev.tenure.record.structure;

import com.apple.foundationdb.tuple.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** What a ranked set is: members in order, with their copies. */
final class RankedSetModel {
  private final NavigableMap<Tuple, Long> copies =
      new TreeMap<>((a, b) -> Arrays.compareUnsigned(a.pack(), b.pack()));
  private final boolean countDuplicates;

  RankedSetModel(boolean countDuplicates) {
    this.countDuplicates = countDuplicates;
  }

  void add(Tuple member) {
    copies.merge(member, 1L, Long::sum);
  }

  boolean remove(Tuple member) {
    boolean there = copies.containsKey(member);
    copies.computeIfPresent(member, (key, count) -> count == 1 ? null : count - 1);
    return there;
  }

  long copies(Tuple member) {
    return copies.getOrDefault(member, 0L);
  }

  boolean contains(Tuple member) {
    return copies.containsKey(member);
  }

  private long weight(long count) {
    return countDuplicates ? count : 1;
  }

  long rank(Tuple member) {
    return copies.headMap(member).values().stream().mapToLong(this::weight).sum();
  }

  long rankFromEnd(Tuple member) {
    return copies.tailMap(member, false).values().stream().mapToLong(this::weight).sum();
  }

  Optional<RankedMember> atFromEnd(long rank) {
    return rank >= size()
        ? Optional.empty()
        : at(size() - 1 - rank)
            .map(
                each -> new RankedMember(each.member(), rankFromEnd(each.member()), each.copies()));
  }

  long size() {
    return copies.values().stream().mapToLong(this::weight).sum();
  }

  List<RankedMember> members() {
    List<RankedMember> members = new ArrayList<>();
    long rank = 0;
    for (Map.Entry<Tuple, Long> entry : copies.entrySet()) {
      members.add(new RankedMember(entry.getKey(), rank, entry.getValue()));
      rank += weight(entry.getValue());
    }
    return members;
  }

  Optional<RankedMember> at(long rank) {
    return members().stream()
        .filter(each -> each.rank() <= rank && rank < each.rank() + weight(each.copies()))
        .findFirst();
  }

  List<RankedMember> range(long low, long high) {
    return members().stream().filter(each -> each.rank() >= low && each.rank() < high).toList();
  }
}
