package dev.tenure.record.index.text;

import dev.tenure.record.text.TextQuery;
import dev.tenure.record.text.Token;
import dev.tenure.record.text.Tokenizer;
import dev.tenure.record.text.Tokenizers;
import java.util.ArrayList;
import java.util.List;

/** What a query finds, by looking at the tokens of one text. */
final class NaiveSearch {
  private NaiveSearch() {}

  private static List<String> tokens(String text) {
    return Tokenizers.builtIn().require("default").tokens(text, 1, Tokenizer.Mode.QUERY).stream()
        .map(Token::text)
        .toList();
  }

  static boolean finds(TextQuery query, String text) {
    if (query instanceof TextQuery.Phrase phrase) {
      return phrase(tokens(phrase.text()), phrase.beginsLast(), tokens(text));
    } else if (query instanceof TextQuery.All all) {
      return !words(all.text()).isEmpty()
          && words(all.text()).stream().allMatch(word -> phrase(word, false, tokens(text)));
    } else if (query instanceof TextQuery.Any any) {
      return words(any.text()).stream().anyMatch(word -> phrase(word, false, tokens(text)));
    } else if (query instanceof TextQuery.Near near) {
      return near(tokens(near.text()), near.distance(), tokens(text));
    } else if (query instanceof TextQuery.And and) {
      return and.queries().stream().allMatch(each -> finds(each, text));
    } else if (query instanceof TextQuery.Or or) {
      return or.queries().stream().anyMatch(each -> finds(each, text));
    }
    TextQuery.Except except = (TextQuery.Except) query;
    return finds(except.query(), text) && !finds(except.other(), text);
  }

  private static List<List<String>> words(String text) {
    List<List<String>> words = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      if (!tokens(word).isEmpty()) {
        words.add(tokens(word));
      }
    }
    return words;
  }

  private static boolean phrase(List<String> phrase, boolean beginsLast, List<String> text) {
    for (int begin = 0; !phrase.isEmpty() && begin + phrase.size() <= text.size(); begin++) {
      boolean fits = true;
      for (int i = 0; i < phrase.size(); i++) {
        String token = text.get(begin + i);
        boolean last = beginsLast && i == phrase.size() - 1;
        fits &= last ? token.startsWith(phrase.get(i)) : token.equals(phrase.get(i));
      }
      if (fits) {
        return true;
      }
    }
    return false;
  }

  private static boolean near(List<String> tokens, int distance, List<String> text) {
    if (tokens.stream().distinct().count() < 2) {
      return !tokens.isEmpty() && text.contains(tokens.get(0));
    }
    for (int begin = 0; begin < text.size(); begin++) {
      int end = Math.min(text.size(), begin + distance + 1);
      if (text.subList(begin, end).containsAll(tokens)) {
        return true;
      }
    }
    return false;
  }
}
