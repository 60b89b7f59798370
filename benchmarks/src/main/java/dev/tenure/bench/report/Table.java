package dev.tenure.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of words and numbers, in forms for people, spreadsheets and programs. Not thread-safe. */
public final class Table {
  private final String name;
  private final List<String> columns;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String name, List<String> columns) {
    this.name = name;
    this.columns = List.copyOf(columns);
  }

  public String name() {
    return name;
  }

  public int size() {
    return rows.size();
  }

  /** Adds a row. Numbers are rounded to three decimals; whole numbers have none. */
  public void add(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for the " + columns.size() + " columns " + columns);
    }
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(cell instanceof Double number ? text(number) : cell.toString());
    }
    rows.add(row);
  }

  public static String text(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : String.format(Locale.ROOT, "%.3f", number);
  }

  /** A cell that is a number. */
  public double number(int row, String column) {
    return Double.parseDouble(rows.get(row).get(columns.indexOf(column)));
  }

  public String cell(int row, String column) {
    return rows.get(row).get(columns.indexOf(column));
  }

  /** A line of names, then a line for each row. */
  public String csv() {
    StringBuilder csv = new StringBuilder(String.join(",", columns)).append('\n');
    rows.forEach(row -> csv.append(String.join(",", row)).append('\n'));
    return csv.toString();
  }

  /** The table as text with aligned columns. */
  public String aligned() {
    StringBuilder text = new StringBuilder();
    line(text, columns);
    rows.forEach(row -> line(text, row));
    return text.toString();
  }

  private void line(StringBuilder text, List<String> cells) {
    for (int i = 0; i < cells.size(); i++) {
      int column = i;
      int width =
          Math.max(
              columns.get(i).length(),
              rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
      text.append(" ".repeat(width - cells.get(i).length())).append(cells.get(i)).append("  ");
    }
    text.append('\n');
  }

  /** An object of tables by their names, each an array of an object for each row. */
  public static String json(List<Table> tables) {
    StringBuilder json = new StringBuilder("{");
    for (Table table : tables) {
      json.append(json.length() == 1 ? "\n" : ",\n");
      json.append("  \"").append(table.name).append("\": ").append(table.json());
    }
    return json.append("\n}\n").toString();
  }

  private String json() {
    StringBuilder json = new StringBuilder("[");
    for (int i = 0; i < rows.size(); i++) {
      json.append(i == 0 ? "\n" : ",\n").append("    {");
      for (int j = 0; j < columns.size(); j++) {
        json.append(j == 0 ? "" : ", ").append('"').append(columns.get(j)).append("\": ");
        json.append(value(rows.get(i).get(j)));
      }
      json.append('}');
    }
    return json.append("]").toString();
  }

  private static String value(String cell) {
    return cell.matches("-?\\d+(\\.\\d+)?") ? cell : '"' + cell.replace("\"", "\\\"") + '"';
  }
}
