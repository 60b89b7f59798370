package dev.tenure.record;

import com.apple.foundationdb.subspace.Subspace;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Rows of a subspace as text: key, equals sign and value, in hexadecimal. */
public final class HexRows {
  private HexRows() {}

  public static List<String> rows(TestDatabase test, Subspace of) {
    return test.run(
        context ->
            context
                .transaction()
                .getRange(of.range())
                .asList()
                .thenApply(
                    rows ->
                        rows.stream()
                            .map(row -> hex(row.getKey()) + " = " + hex(row.getValue()))
                            .toList()));
  }

  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  public static List<String> squeezed(String... rows) {
    List<String> squeezed = new ArrayList<>();
    for (String row : rows) {
      String[] sides = row.split("=", -1);
      squeezed.add(sides[0].replace(" ", "") + " = " + sides[1].replace(" ", ""));
    }
    return squeezed;
  }
}
