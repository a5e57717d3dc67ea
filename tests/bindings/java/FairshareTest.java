import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FairshareTest {
  static final double NONE = Double.POSITIVE_INFINITY;
  static final Fairshare.Problem THREE =
      new Fairshare.Problem(100, new double[] {1, 2, 3}, new double[] {0, 0, 60}, new double[] {NONE, 30, NONE});

  @Test
  void solveGivesTheNearestShares() {
    Fairshare.Solution answer = Fairshare.solve(THREE);
    assertEquals(Fairshare.Outcome.ALLOCATION, answer.outcome());
    assertArrayEquals(new double[] {40.0 / 3, 80.0 / 3, 60}, answer.shares());
    assertEquals(3, Fairshare.solve(new Fairshare.Problem(5, null, new double[] {4, 4}, null)).excess());
  }

  @Test
  void checkNamesThePair() {
    Fairshare.Violation found = Fairshare.check(THREE, new double[] {10, 30, 60}, null).orElseThrow();
    assertEquals(List.of("FS204", 1, 0), List.of(found.code(), found.first(), found.second()));
    assertTrue(found.text().contains("R must be"), found.text());
    assertTrue(Fairshare.check(THREE, Fairshare.solve(THREE).shares(), null).isEmpty());
  }

  @Test
  void wrongInputIsAnExceptionThatSaysWhere() {
    Map<Runnable, String> calls =
        Map.of(
            () -> Fairshare.solve(new Fairshare.Problem(1, new double[] {1, -1}, null, null)), "claimant 1: weight is negative",
            () -> Fairshare.solve(new Fairshare.Problem(Double.NaN, new double[] {1}, null, null)), "total is not a finite number",
            () -> Fairshare.solve(new Fairshare.Problem(1, new double[] {1}, new double[2], null)), "1 and 2 numbers",
            () -> Fairshare.check(THREE, new double[] {1, 2, 3}, "up"), "unknown rounding up",
            () -> Fairshare.judge("{", null, null), "FS001",
            () -> Fairshare.compute("yarn-9", "{\"total\":1,\"claimants\":[]}"), "FS014");
    calls.forEach(
        (call, says) -> {
          String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
          assertTrue(message.contains(says), message);
        });
  }

  @Test
  void numbersBeyondTheBoundOnMemoryAreAnError() {
    String claimants = java.util.stream.IntStream.range(0, 4000).mapToObj(k -> "{\"weight\":\"1/" + (1_000_003 + 2 * k) + "\"}")
        .collect(java.util.stream.Collectors.joining(","));
    assertThrows(OutOfMemoryError.class, () -> Fairshare.exact("{\"total\":1,\"claimants\":[" + claimants + "]}"));
  }

  @Test
  void recordsAreComputedAsByTheCommand() {
    assertEquals("{\"outcome\":\"shares\",\"shares\":[4,4,4]}", Fairshare.compute("yarn-2.7", "{\"total\":10,\"claimants\":[{},{},{}]}"));
  }

  /** An answer may say more than is expected. */
  static boolean isWithin(JsonElement expected, JsonElement answer) {
    if (answer == null) return false;
    if (expected.isJsonObject()) {
      return answer.isJsonObject()
          && expected.getAsJsonObject().entrySet().stream().allMatch(one -> isWithin(one.getValue(), answer.getAsJsonObject().get(one.getKey())));
    }
    if (!expected.isJsonArray()) return expected.equals(answer);
    List<JsonElement> wanted = expected.getAsJsonArray().asList();
    return answer.isJsonArray()
        && answer.getAsJsonArray().size() == wanted.size()
        && java.util.stream.IntStream.range(0, wanted.size()).allMatch(i -> isWithin(wanted.get(i), answer.getAsJsonArray().get(i)));
  }

  static String orError(Function<String, String> ask, String record) {
    try {
      return ask.apply(record);
    } catch (IllegalArgumentException error) {
      return error.getMessage();
    }
  }

  @Test
  void vectorsAreAnswered() throws IOException {
    int count = 0;
    for (Path file : Files.list(Path.of("vectors")).filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
      String text = Files.readString(file);
      JsonObject content = JsonParser.parseString(text).getAsJsonObject();
      if (!content.has("vectors")) continue;
      Matcher records = Pattern.compile("^ *\"record\": (\\{\"id\".*\\}),$", Pattern.MULTILINE).matcher(text); // as they are written
      for (JsonElement element : content.getAsJsonArray("vectors")) {
        JsonObject vector = element.getAsJsonObject();
        if (!vector.has("line")) assertTrue(records.find());
        String record = vector.has("line") ? vector.get("line").getAsString() : records.group(1);
        String rounding = vector.has("rounding") ? vector.get("rounding").getAsString() : null;
        Map<String, Function<String, String>> asked =
            Map.of("exact", Fairshare::exact, "error", Fairshare::exact, "units", Fairshare::apportion, "verdict", line -> Fairshare.judge(line, null, rounding));
        for (Map.Entry<String, JsonElement> expected : vector.getAsJsonObject("expected").entrySet()) {
          if (!asked.containsKey(expected.getKey()) || expected.getValue().isJsonNull()) continue;
          String answer = orError(asked.get(expected.getKey()), record);
          JsonElement told = JsonParser.parseString(answer);
          if (expected.getKey().equals("error")) told = told.getAsJsonObject().get("error");
          if (expected.getKey().equals("units")) told = told.getAsJsonObject().get("shares");
          assertTrue(isWithin(expected.getValue(), told), vector.get("id") + ": " + expected.getKey() + ": " + answer);
          ++count;
        }
      }
    }
    assertTrue(count > 600, "vectors: " + count);
  }

  /** As a reader's own scheduler would be checked: this one divides by weight, then raises and caps once. */
  static double[] computeShares(Fairshare.Problem problem) {
    double weights = Arrays.stream(problem.weight()).sum();
    double[] shares = new double[problem.weight().length];
    for (int i = 0; i < shares.length; ++i) {
      double share = problem.total() * problem.weight()[i] / weights;
      shares[i] = Math.min(Math.max(share, problem.minShare()[i]), problem.maxShare()[i]);
    }
    return shares;
  }

  @Test
  void aWrongComputeSharesIsFound() {
    Random random = new Random(1);
    for (int round = 0; round < 1000; ++round) {
      double[] weight = random.doubles(3, 1, 4).map(Math::floor).toArray();
      double[] minShare = random.doubles(3, 0, 3).map(Math::floor).toArray();
      double[] maxShare = Arrays.stream(minShare).map(least -> least + Math.floor(10 * random.nextDouble())).toArray();
      double total = Arrays.stream(minShare).sum() + Math.floor(random.nextDouble() * (Arrays.stream(maxShare).sum() - Arrays.stream(minShare).sum()));
      Fairshare.Problem problem = new Fairshare.Problem(total, weight, minShare, maxShare);
      assertTrue(Fairshare.check(problem, Fairshare.solve(problem).shares(), null).isEmpty());
      if (Fairshare.check(problem, computeShares(problem), null).isPresent()) return;
    }
    throw new AssertionError("the defect is not found");
  }
}
