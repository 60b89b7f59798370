package dev.tenure.record.collation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.Collator;
import java.text.RuleBasedCollator;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A collation by a {@link Collator} of the JDK that no other code changes. Its fingerprint covers
 * the collator's rules and the keys of sample texts.
 */
final class JdkCollation implements Collation {
  /** Texts of many scripts, as the rules do not tell how an implementation reads them. */
  private static final List<String> SAMPLES =
      List.of(
          "",
          " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\t\n",
          "0123456789",
          "abcdefghijklmnopqrstuvwxyz",
          "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
          "\u00e0\u00e4\u00e5\u00e6\u00e7\u00e9\u00ef\u00f1\u00f6\u00f8\u00fc\u00df\u00fe",
          "a\u0308 o\u0308 u\u0308 e\u0301 n\u0303 \u0308",
          "ch ll lj nj dz aa ae oe ss",
          "\u0107\u010d\u0111\u0142\u015b\u0161\u017e\u0131\u0130\u01c9\u0151\u0171",
          "\u03b1\u03b2\u03b3\u03ac\u03c3\u03c2",
          "\u0430\u0431\u0432\u0451\u0439\u0456\u0491",
          "\u05d0\u05d1 \u0627\u0628\u0629 \u0e01\u0e40\u0e01",
          "\u3042\u30a2\u30fc\u4e00\u4e2d\u6587 \uac00\ud55c \ud83d\ude00");

  private final Collator collator;
  private final int fingerprint;

  JdkCollation(Collator collator) {
    this.collator = collator;
    this.fingerprint = fingerprint(collator);
  }

  private static int fingerprint(Collator collator) {
    CRC32C crc = new CRC32C();
    if (collator instanceof RuleBasedCollator ruled) {
      crc.update(ruled.getRules().getBytes(StandardCharsets.UTF_16BE));
    }
    for (String sample : SAMPLES) {
      byte[] key = collator.getCollationKey(sample).toByteArray();
      crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, key.length));
      crc.update(key);
    }
    return (int) crc.getValue();
  }

  @Override
  public byte[] key(String text) {
    synchronized (collator) {
      return collator.getCollationKey(text).toByteArray();
    }
  }

  @Override
  public int fingerprint() {
    return fingerprint;
  }
}
