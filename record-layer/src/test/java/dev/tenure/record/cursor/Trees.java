package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Cursors over cursors drawn from a seed, each with the values it must give. */
final class Trees {
  private static final int ROWS_MAX = 7;
  private static final int VALUES = 9;

  private final MemoryScans scans;
  private final RandomGenerator random;
  private final boolean reverse;
  private int names;

  /** A cursor, and what it gives. */
  record Tree(String name, List<Integer> values, MemoryScans.BudgetedSource<Integer> source) {
    CursorSource<Integer> with(ScanBudget budget) {
      return from -> source.open(budget, from);
    }
  }

  Trees(MemoryScans scans, RandomGenerator random, boolean reverse) {
    this.scans = scans;
    this.random = random;
    this.reverse = reverse;
  }

  /** Any tree. */
  Tree any(int depth) {
    return switch (depth == 0 ? 4 : random.nextInt(6)) {
      case 0 -> concat(many(() -> any(depth - 1)));
      case 1 -> unorderedUnion(many(() -> any(depth - 1)));
      case 2, 3 -> flatMap(any(depth - 1), any(depth - 1));
      default -> sorted(depth);
    };
  }

  /** A tree whose values are in order. */
  Tree sorted(int depth) {
    if (depth == 0) {
      return random.nextInt(4) == 0 ? list(rows()) : scan(rows());
    }
    return switch (random.nextInt(11)) {
      case 0 -> filter(sorted(depth - 1));
      case 1 -> mapAsync(sorted(depth - 1));
      case 2 -> filterAsync(sorted(depth - 1));
      case 3 -> takeWhile(sorted(depth - 1));
      case 4 -> skip(sorted(depth - 1));
      case 5 -> atMost(sorted(depth - 1));
      case 6 -> distinct(sorted(depth - 1));
      case 7 -> union(many(() -> sorted(depth - 1)));
      case 8 -> intersection(many(() -> sorted(depth - 1)));
      case 9 -> orElse(sorted(depth - 1), sorted(depth - 1));
      default -> plan(sorted(depth - 1));
    };
  }

  private List<Tree> many(Supplier<Tree> tree) {
    return Stream.generate(tree).limit(1 + random.nextInt(3)).toList();
  }

  List<Integer> rows() {
    return random.ints(random.nextInt(ROWS_MAX), 0, VALUES).boxed().sorted(order()).toList();
  }

  private Comparator<Integer> order() {
    return reverse ? Comparator.reverseOrder() : Comparator.naturalOrder();
  }

  private static String all(List<Tree> trees) {
    return trees.stream().map(Tree::name).toList().toString();
  }

  private static List<CursorSource<Integer>> sources(List<Tree> trees, ScanBudget budget) {
    return trees.stream().map(tree -> tree.with(budget)).toList();
  }

  Tree scan(List<Integer> rows) {
    String name = "scan " + names++ + rows;
    return new Tree(name, rows, (budget, from) -> scans.scan(name, rows, budget, from));
  }

  Tree list(List<Integer> rows) {
    String name = "list " + names++ + rows;
    return new Tree(name, rows, (budget, from) -> Cursors.list(name, rows, from, budget));
  }

  private static Tree above(
      String name,
      Tree tree,
      Function<Stream<Integer>, Stream<Integer>> model,
      Function<RecordCursor<Integer>, RecordCursor<Integer>> cursor) {
    return new Tree(
        name + "(" + tree.name + ")",
        model.apply(tree.values.stream()).toList(),
        (budget, from) -> cursor.apply(tree.source.open(budget, from)));
  }

  Tree filter(Tree tree) {
    return above(
        "filter", tree, values -> values.filter(x -> x % 3 != 0), c -> c.filter(x -> x % 3 != 0));
  }

  Tree mapAsync(Tree tree) {
    int width = 1 + random.nextInt(3);
    return above(
        "mapAsync " + width,
        tree,
        values -> values.map(x -> x * 2),
        cursor -> cursor.mapAsync(x -> scans.later(() -> x * 2), width));
  }

  Tree filterAsync(Tree tree) {
    int width = 1 + random.nextInt(3);
    return above(
        "filterAsync " + width,
        tree,
        values -> values.filter(x -> x % 2 == 0),
        cursor -> cursor.filterAsync(x -> scans.later(() -> x % 2 == 0), width));
  }

  Tree takeWhile(Tree tree) {
    int end = random.nextInt(VALUES);
    return above(
        "takeWhile not " + end,
        tree,
        values -> values.takeWhile(x -> x != end),
        cursor -> cursor.takeWhile(x -> x != end));
  }

  Tree skip(Tree tree) {
    int count = random.nextInt(5);
    return new Tree(
        "skip " + count + "(" + tree.name + ")",
        tree.values.stream().skip(count).toList(),
        (budget, from) -> Cursors.skip(count, from, tree.with(budget)));
  }

  Tree atMost(Tree tree) {
    int count = random.nextInt(5);
    return new Tree(
        "atMost " + count + "(" + tree.name + ")",
        tree.values.stream().limit(count).toList(),
        (budget, from) -> Cursors.atMost(count, from, tree.with(budget)));
  }

  Tree distinct(Tree tree) {
    return new Tree(
        "distinct(" + tree.name + ")",
        new ArrayList<>(new LinkedHashSet<>(tree.values)),
        (budget, from) -> Cursors.distinct(from, tree.with(budget), Tuple::from));
  }

  Tree plan(Tree tree) {
    long fingerprint = Fingerprint.of(tree.name);
    return new Tree(
        "plan(" + tree.name + ")",
        tree.values,
        (budget, from) -> Cursors.plan(fingerprint, from, tree.with(budget)));
  }

  Tree orElse(Tree first, Tree other) {
    return new Tree(
        "orElse(" + first.name + ", " + other.name + ")",
        first.values.isEmpty() ? other.values : first.values,
        (budget, from) -> Cursors.orElse(from, first.with(budget), other.with(budget)));
  }

  Tree concat(List<Tree> trees) {
    return new Tree(
        "concat" + all(trees),
        trees.stream().flatMap(tree -> tree.values.stream()).toList(),
        (budget, from) -> Cursors.concat(from, sources(trees, budget)));
  }

  Tree unorderedUnion(List<Tree> trees) {
    List<Integer> values =
        IntStream.range(0, trees.stream().mapToInt(tree -> tree.values.size()).sum())
            .boxed()
            .flatMap(
                i ->
                    trees.stream()
                        .filter(tree -> i < tree.values.size())
                        .map(tree -> tree.values.get(i)))
            .toList();
    return new Tree(
        "unorderedUnion" + all(trees),
        values,
        (budget, from) -> Cursors.unorderedUnion(from, sources(trees, budget)));
  }

  /** For each outer value the inner tree's values, made different by the outer value. */
  Tree flatMap(Tree outer, Tree inner) {
    FlatMap.Inner<Integer, Integer> none = (x, from) -> new EndedCursor<>();
    int width = 1 + random.nextInt(3);
    boolean checked = random.nextBoolean();
    return new Tree(
        "flatMap " + width + checked + "(" + outer.name + ", " + inner.name + ")",
        outer.values.stream()
            .flatMap(x -> x % 4 == 0 ? Stream.of() : inner.values.stream().map(y -> x * 100 + y))
            .toList(),
        (budget, from) -> {
          FlatMap<Integer, Integer> map =
              FlatMap.<Integer, Integer>to(
                      (x, at) ->
                          x % 4 == 0
                              ? none.open(x, at)
                              : Cursors.plan(x, at, inner.with(budget)).map(y -> x * 100 + y))
                  .withWidth(width);
          FlatMap<Integer, Integer> used = checked ? map.withCheck(Tuple::from) : map;
          return Cursors.flatMap(from, outer.with(budget), used);
        });
  }

  Tree union(List<Tree> trees) {
    List<Integer> values = new ArrayList<>();
    List<List<Integer>> rest = rest(trees);
    while (rest.stream().anyMatch(list -> !list.isEmpty())) {
      Integer first = heads(rest).min(order()).orElseThrow();
      values.add(first);
      take(rest, first);
    }
    return new Tree(
        "union" + all(trees),
        values,
        (budget, from) -> Cursors.union(from, sources(trees, budget), Tuple::from, reverse));
  }

  Tree intersection(List<Tree> trees) {
    List<Integer> values = new ArrayList<>();
    List<List<Integer>> rest = rest(trees);
    while (rest.stream().noneMatch(List::isEmpty)) {
      Integer last = heads(rest).max(order()).orElseThrow();
      if (heads(rest).allMatch(last::equals)) {
        values.add(last);
        take(rest, last);
      } else {
        heads(rest)
            .filter(head -> !head.equals(last))
            .distinct()
            .toList()
            .forEach(head -> take(rest, head));
      }
    }
    return new Tree(
        "intersection" + all(trees),
        values,
        (budget, from) -> Cursors.intersection(from, sources(trees, budget), Tuple::from, reverse));
  }

  private static List<List<Integer>> rest(List<Tree> trees) {
    List<List<Integer>> rest = new ArrayList<>();
    trees.forEach(tree -> rest.add(new ArrayList<>(tree.values)));
    return rest;
  }

  private static Stream<Integer> heads(List<List<Integer>> rest) {
    return rest.stream().filter(list -> !list.isEmpty()).map(list -> list.get(0));
  }

  private static void take(List<List<Integer>> rest, Integer head) {
    for (List<Integer> list : rest) {
      if (!list.isEmpty() && list.get(0).equals(head)) {
        list.remove(0);
      }
    }
  }
}
