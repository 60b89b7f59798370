package dev.tenure.record.serialize;

import com.google.protobuf.ByteString;
import dev.tenure.record.test.Note;
import java.util.List;
import java.util.random.RandomGenerator;

/** Options, heads and messages of all kinds. */
final class RandomRecords {
  private static final List<String> WORDS =
      List.of("", "a", "a\0", "\0", "zz\u00ff", "\ud83d\ude00");

  private RandomRecords() {}

  static SerializerOptions.Builder options(RandomGenerator random) {
    SerializerOptions.Builder options = SerializerOptions.builder();
    switch (random.nextInt(4)) {
      case 0 -> options.compression(new RunLengths(), 0);
      case 1 -> options.compression(RecordCompression.zstd(random.nextInt(1, 20)), 100);
      case 2 -> options.compression(RecordCompression.zstd(3), 0);
      default -> options.readableCompression(new RunLengths());
    }
    if (random.nextInt(4) == 0) {
      options.encoding(new TextEncoding());
    }
    if (random.nextBoolean()) {
      int length = List.of(16, 24, 32).get(random.nextInt(3));
      options.encryption(
          EncryptionKeys.of(Samples.key(random.nextInt(1 << random.nextInt(31)), length, 3)));
    }
    return random.nextBoolean() ? options : options.wholeBytesMax(random.nextInt(100));
  }

  static RecordHead head(RandomGenerator random) {
    RecordHead head = RecordHead.of(number(random));
    if (random.nextBoolean()) {
      head = head.withTypeKey(number(random));
    }
    return random.nextBoolean()
        ? head
        : head.withTimes(
            new RecordTimes(
                random.nextLong(RecordTimes.MILLIS_MAX), random.nextLong(RecordTimes.MILLIS_MAX)));
  }

  private static int number(RandomGenerator random) {
    return random.nextInt() >>> random.nextInt(1, 32);
  }

  static Note note(RandomGenerator random) {
    Note.Builder note = Note.newBuilder();
    if (random.nextInt(8) == 0) {
      return note.build();
    }
    byte[] noise = new byte[random.nextInt(300)];
    random.nextBytes(noise);
    note.setId(random.nextLong())
        .setTitle(word(random).repeat(random.nextInt(200)))
        .setBody(ByteString.copyFrom(noise));
    for (int i = random.nextInt(4); i > 0; i--) {
      note.addTag(word(random)).putAttributes(word(random), word(random));
      note.addVisitedBuilder().setCity(word(random)).setFloor(random.nextInt());
    }
    return note.build();
  }

  private static String word(RandomGenerator random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }
}
