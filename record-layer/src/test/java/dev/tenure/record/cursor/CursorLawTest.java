package dev.tenure.record.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.cursor.Trees.Tree;
import java.util.List;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** The slices of every source and operator are the whole, alone and in one another. */
final class CursorLawTest {
  private static final long SEED = Long.getLong("tenure.seed", 42);
  private static final int TREES = 300;
  private static final int VALUES_MAX = 40;

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(SEED + seed);
  }

  private static void check(long seed, BiFunction<Trees, RandomGenerator, Tree> draw) {
    RandomGenerator random = random(seed);
    MemoryScans scans = new MemoryScans(random);
    Tree tree = draw.apply(new Trees(scans, random, random.nextBoolean()), random);
    String name = "seed " + (SEED + seed) + " " + tree.name();
    List<Integer> values =
        CursorLaw.check(
            name,
            (from, options) -> scans.run(tree.source(), from, options),
            ScanOptions.defaults(),
            random);
    assertEquals(tree.values(), values, name);
  }

  private static void checkMany(BiFunction<Trees, RandomGenerator, Tree> draw) {
    for (long seed = 0; seed < 40; seed++) {
      check(seed, draw);
    }
  }

  @Test
  void sources() {
    checkMany((trees, random) -> trees.scan(trees.rows()));
    checkMany((trees, random) -> trees.list(trees.rows()));
  }

  @Test
  void filters() {
    checkMany((trees, random) -> trees.filter(trees.scan(trees.rows())));
    checkMany((trees, random) -> trees.filterAsync(trees.scan(trees.rows())));
    checkMany((trees, random) -> trees.takeWhile(trees.scan(trees.rows())));
    checkMany((trees, random) -> trees.distinct(trees.scan(trees.rows())));
    checkMany((trees, random) -> trees.mapAsync(trees.scan(trees.rows())));
  }

  @Test
  void skipAndAtMostCountOverAllExecutions() {
    checkMany((trees, random) -> trees.skip(trees.filter(trees.scan(trees.rows()))));
    checkMany((trees, random) -> trees.atMost(trees.filter(trees.scan(trees.rows()))));
    checkMany((trees, random) -> trees.skip(trees.skip(trees.scan(trees.rows()))));
  }

  @Test
  void unionsAndIntersections() {
    checkMany((trees, random) -> trees.union(three(trees)));
    checkMany((trees, random) -> trees.intersection(three(trees)));
    checkMany((trees, random) -> trees.unorderedUnion(three(trees)));
  }

  @Test
  void partsBehindOneAnother() {
    checkMany((trees, random) -> trees.concat(three(trees)));
    checkMany(
        (trees, random) ->
            trees.orElse(trees.filter(trees.scan(trees.rows())), trees.scan(trees.rows())));
    checkMany((trees, random) -> trees.orElse(trees.scan(List.of()), trees.scan(trees.rows())));
  }

  @Test
  void flatMapsWhoseOuterCursorDropsRows() {
    checkMany(
        (trees, random) ->
            trees.flatMap(
                trees.filter(trees.scan(trees.rows())), trees.filter(trees.scan(trees.rows()))));
  }

  @Test
  void treesDrawnBySeed() {
    for (long seed = 0; seed < TREES; seed++) {
      check(1_000 + seed, (trees, random) -> notTooLarge(trees, 1 + random.nextInt(3)));
    }
  }

  private static Tree notTooLarge(Trees trees, int depth) {
    Tree tree = trees.any(depth);
    return tree.values().size() > VALUES_MAX ? notTooLarge(trees, depth) : tree;
  }

  private static List<Tree> three(Trees trees) {
    return List.of(
        trees.scan(trees.rows()), trees.filter(trees.scan(trees.rows())), trees.scan(trees.rows()));
  }
}
