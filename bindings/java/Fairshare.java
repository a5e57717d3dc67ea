import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.ptr.PointerByReference;
import java.util.Arrays;
import java.util.Optional;

/**
 * Fair division by weights, minimums and maximums, exactly; and checks of what a scheduler divided.
 *
 * <p>The C functions of libfairshare.so by JNA 5, for Java 17: copy this file. Any number of threads may call at once.
 * Wrong input throws an IllegalArgumentException that names the place; numbers that exceed the memory limit throw an
 * OutOfMemoryError.
 */
public final class Fairshare {
  public enum Outcome {
    /** One ratio gives every share, and they add up to the total. */
    ALLOCATION,
    /** The minimums exceed the total. */
    OVERCOMMITTED,
    /** Every claimant is at its maximum, and some of the total is left. */
    SURPLUS
  }

  /** Columns may be null: all weights 1, all minimums 0, no maximums. Double.POSITIVE_INFINITY is no maximum. */
  public record Problem(double total, double[] weight, double[] minShare, double[] maxShare) {}

  /** Each number is the double nearest to the exact one; 0 unless the outcome has it. */
  public record Solution(Outcome outcome, double[] shares, double ratio, double excess, double unclaimed) {}

  /** In a pair `first` holds too much; -1: no claimant. The text is what the command prints. */
  public record Violation(String code, int first, int second, String text) {}

  private interface C extends Library {
    C FAIRSHARE = Native.load("fairshare", C.class);

    String fairshare_version();

    String fairshare_error();

    void fairshare_free(Pointer text);

    int fairshare_solve(
        double total, NativeSize n, double[] weight, double[] minShare, double[] maxShare, double[] shares, CResult result);

    int fairshare_check(
        double total, NativeSize n, double[] weight, double[] minShare, double[] maxShare, double[] shares, String rounding, CViolation found);

    int fairshare_exact(byte[] record, NativeSize size, PointerByReference text);

    int fairshare_apportion(byte[] record, NativeSize size, PointerByReference text);

    int fairshare_units(String method, byte[] record, NativeSize size, PointerByReference text);

    int fairshare_compute(String scheduler, byte[] record, NativeSize size, PointerByReference text);

    int fairshare_judge(byte[] record, NativeSize size, String scheduler, String rounding, PointerByReference text);
  }

  /** A size_t. */
  public static final class NativeSize extends com.sun.jna.IntegerType {
    private static final long serialVersionUID = 1;

    public NativeSize() {
      this(0);
    }

    public NativeSize(long value) {
      super(Native.SIZE_T_SIZE, value, true);
    }
  }

  @Structure.FieldOrder({"outcome", "ratio", "excess", "unclaimed"})
  public static final class CResult extends Structure {
    public int outcome;
    public double ratio;
    public double excess;
    public double unclaimed;
  }

  @Structure.FieldOrder({"isFair", "code", "first", "second", "text"})
  public static final class CViolation extends Structure {
    public int isFair;
    public byte[] code = new byte[8];
    public NativeSize first;
    public NativeSize second;
    public Pointer text;
  }

  private Fairshare() {}

  public static String version() {
    return C.FAIRSHARE.fairshare_version();
  }

  public static Solution solve(Problem problem) {
    int n = size(problem, null);
    double[] shares = new double[n];
    CResult result = new CResult();
    refuse(
        C.FAIRSHARE.fairshare_solve(
            problem.total, new NativeSize(n), problem.weight, problem.minShare, problem.maxShare, shares, result));
    return new Solution(Outcome.values()[result.outcome], shares, result.ratio, result.excess, result.unclaimed);
  }

  /**
   * Empty if the shares are fair. The rounding says what a share stands for: "double", also for null, "float",
   * "exact", "written", "nearest", "down", "apportioned", or a method of `units`.
   */
  public static Optional<Violation> check(Problem problem, double[] shares, String rounding) {
    int n = size(problem, shares);
    CViolation found = new CViolation();
    refuse(
        C.FAIRSHARE.fairshare_check(
            problem.total, new NativeSize(n), problem.weight, problem.minShare, problem.maxShare, shares, rounding, found));
    if (found.isFair != 0) return Optional.empty();
    return Optional.of(new Violation(Native.toString(found.code), index(found.first, n), index(found.second, n), taken(found.text)));
  }

  /** What `fairshare solve` prints for a record: fractions. For wrong input the exception's message is what it prints, with a code. */
  public static String exact(String record) {
    return answer(record, C.FAIRSHARE::fairshare_exact);
  }

  /** The same in whole units that add up to the total. */
  public static String apportion(String record) {
    return answer(record, C.FAIRSHARE::fairshare_apportion);
  }

  /** Whole units by "hamilton", "webster", "dhondt" or "adams", naming ties. */
  public static String units(String method, String record) {
    return answer(record, (line, size, text) -> C.FAIRSHARE.fairshare_units(method, line, size, text));
  }

  /** What the scheduler computes for a record, bit for bit. */
  public static String compute(String scheduler, String record) {
    return answer(record, (line, size, text) -> C.FAIRSHARE.fairshare_compute(scheduler, line, size, text));
  }

  /** What `fairshare verify --format json` prints. The scheduler and the rounding override the record's, unless they are null. */
  public static String judge(String record, String scheduler, String rounding) {
    return answer(record, (line, size, text) -> C.FAIRSHARE.fairshare_judge(line, size, scheduler, rounding, text));
  }

  private static int size(Problem problem, double[] shares) {
    double[][] columns = {problem.weight, problem.minShare, problem.maxShare, shares};
    int[] sizes = Arrays.stream(columns).filter(column -> column != null).mapToInt(column -> column.length).distinct().toArray();
    if (sizes.length > 1) {
      throw new IllegalArgumentException("the columns have " + sizes[0] + " and " + sizes[1] + " numbers");
    }
    return sizes.length == 0 ? 0 : sizes[0];
  }

  private static int index(NativeSize of, int n) {
    return of.longValue() >= 0 && of.longValue() < n ? of.intValue() : -1;
  }

  private static void refuse(int status) {
    if (status == 1) throw new IllegalArgumentException(C.FAIRSHARE.fairshare_error());
    if (status != 0) throw new OutOfMemoryError(C.FAIRSHARE.fairshare_error());
  }

  /** The text, which is then freed. */
  private static String taken(Pointer text) {
    if (text == null) return "";
    String copy = text.getString(0, "UTF-8");
    C.FAIRSHARE.fairshare_free(text);
    return copy;
  }

  private interface Function {
    int call(byte[] record, NativeSize size, PointerByReference text);
  }

  /** The function's answer; for bad input it is the exception's message. */
  private static String answer(String record, Function function) {
    PointerByReference text = new PointerByReference();
    byte[] bytes = record.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    int status = function.call(bytes, new NativeSize(bytes.length), text);
    String answer = taken(text.getValue());
    if (status == 1) throw new IllegalArgumentException(answer);
    refuse(status);
    return answer;
  }
}
