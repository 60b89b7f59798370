package dev.tenure.record.structure;

import com.apple.foundationdb.tuple.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Members of every kind, of which more have fingers than do by chance. */
final class RandomMembers {
  private static final List<Object> STRINGS =
      List.of("", "a", "a\0", "a\0b", "ab", "\u00ff", "\ud83d\ude00");

  private final RankedSetKeys keys;
  private final RandomGenerator random;
  private final List<Tuple> pool = new ArrayList<>();

  RandomMembers(int levels, int size, RandomGenerator random) {
    this.keys = new RankedSetKeys(RankedSetFixture.PREFIX, levels);
    this.random = random;
    for (int i = 0; i < size; i++) {
      pool.add(ofHeight(i % 8 == 7 ? 3 : i % 4 == 3 ? 2 : i % 2));
    }
  }

  /** One of few, so that they meet. */
  Tuple next() {
    return pool.get(random.nextInt(pool.size()));
  }

  /** One with fingers on so many levels, if that is not too rare. */
  private Tuple ofHeight(int height) {
    Tuple member = fresh();
    for (int tries = 0; tries < 10_000 && keys.height(member.pack()) < height; tries++) {
      member = fresh();
    }
    return member;
  }

  private Tuple fresh() {
    Tuple member = new Tuple();
    int columns = 1 + random.nextInt(3);
    for (int i = 0; i < columns; i++) {
      member =
          switch (random.nextInt(8)) {
            case 0 -> member.add((byte[]) null);
            case 1 -> member.add(new byte[] {0, (byte) random.nextInt(3)});
            case 2, 3 -> member.addObject(STRINGS.get(random.nextInt(STRINGS.size())));
            case 4 -> member.add(Tuple.from((Object) null, random.nextInt(9)));
            case 5 -> member.add(random.nextInt(1000) / 7.0);
            case 6 -> member.add(random.nextLong());
            default -> member.add(random.nextInt(-300, 300));
          };
    }
    return member;
  }
}
