package dev.tenure.campaigns.architecture;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;

/**
 * A call core code may not make.
 *
 * @param reason why, and what to use
 * @param owner matches the full name of the class that declares or inherits the method
 * @param method matches the method's name; a constructor's is {@code <init>}
 * @param arguments which overloads
 */
record BannedCall(String reason, Pattern owner, Pattern method, Arguments arguments) {

  /** Which overloads of a method are meant. */
  enum Arguments {
    ANY,
    /** Only the one without arguments. */
    NONE,
    /** Those that leave the executor to the library. */
    NO_EXECUTOR,
    /** Those whose order of iteration depends on the JVM: collections of two elements and more. */
    SEVERAL
  }

  private static final String TIME = "time is injected: use the InstantSource";
  private static final String CHANCE = "chance is injected: use the RandomGenerator";
  private static final String THREADS = "threads are injected: use the Executor or timer";
  private static final String EXECUTOR = "an asynchronous step needs an executor argument";
  private static final String ORDER = "its order of iteration differs from JVM to JVM";
  private static final String BLOCKS = "it blocks a thread that may be somebody else's";
  private static final String NATIVE = "it loads FoundationDB's native library";
  private static final String OWN_WRITES =
      "it may hide what the transaction has written itself: use RecordContext.reader";
  private static final String FUTURE =
      "java\\.util\\.concurrent\\.(CompletableFuture|CompletionStage)";

  static final List<BannedCall> ALL =
      List.of(
          call(TIME, "java\\.lang\\.System", "currentTimeMillis|nanoTime", Arguments.ANY),
          call(TIME, "java\\.time\\.[A-Z]\\w+", "now", Arguments.NONE),
          call(TIME, "java\\.time\\.(Clock|InstantSource)", "system.*|tick.*", Arguments.ANY),
          call(TIME, "java\\.util\\.(Date|GregorianCalendar)", "<init>", Arguments.NONE),
          call(CHANCE, "java\\.util\\.(Splittable)?Random", "<init>", Arguments.NONE),
          call(CHANCE, "java\\.util\\.concurrent\\.ThreadLocalRandom", ".*", Arguments.ANY),
          call(CHANCE, "java\\.util\\.random\\.RandomGenerator", "of|getDefault", Arguments.ANY),
          call(CHANCE, "java\\.util\\.random\\.RandomGeneratorFactory", ".*", Arguments.ANY),
          call(CHANCE, "java\\.lang\\.(Strict)?Math", "random", Arguments.ANY),
          call(CHANCE, "java\\.util\\.UUID", "randomUUID", Arguments.ANY),
          call(CHANCE, "java\\.security\\.SecureRandom", ".*", Arguments.ANY),
          call(CHANCE, "java\\.util\\.Collections", "shuffle", Arguments.ANY),
          call(BLOCKS, "java\\.lang\\.Thread", "sleep|join|yield|onSpinWait", Arguments.ANY),
          call(BLOCKS, "java\\.util\\.concurrent\\.TimeUnit", "sleep", Arguments.ANY),
          call(BLOCKS, "java\\.lang\\.Object", "wait", Arguments.ANY),
          call(BLOCKS, "java\\.util\\.concurrent\\.locks\\.LockSupport", "park.*", Arguments.ANY),
          call(BLOCKS, "java\\.util\\.concurrent\\..*Future(Task)?", "join|get", Arguments.ANY),
          call(
              BLOCKS,
              "java\\.util\\.concurrent\\.(CountDownLatch|Phaser)",
              "await.*",
              Arguments.ANY),
          call(BLOCKS, "java\\.util\\.concurrent\\.Semaphore", "acquire.*", Arguments.ANY),
          call(BLOCKS, "java\\.util\\.concurrent\\..*BlockingQueue", "take|put", Arguments.ANY),
          call(THREADS, "java\\.lang\\.Thread", "<init>", Arguments.ANY),
          call(THREADS, "java\\.util\\.Timer", "<init>", Arguments.ANY),
          call(THREADS, "java\\.util\\.concurrent\\.Executors", "new.*", Arguments.ANY),
          call(
              THREADS,
              "java\\.util\\.concurrent\\.\\w*(Pool|PoolExecutor)",
              "<init>|commonPool",
              Arguments.ANY),
          call(
              THREADS,
              "java\\.util\\.(stream\\..*|Collection|.*List|.*Set)",
              "parallel(Stream)?",
              Arguments.ANY),
          call(THREADS, "java\\.util\\.Arrays", "parallel.*", Arguments.ANY),
          call(EXECUTOR, FUTURE, "\\w+Async", Arguments.NO_EXECUTOR),
          call(EXECUTOR, FUTURE, "orTimeout|completeOnTimeout|delayedExecutor", Arguments.ANY),
          call(ORDER, "java\\.util\\.Set", "of", Arguments.SEVERAL),
          call(ORDER, "java\\.util\\.Map", "of|ofEntries", Arguments.SEVERAL),
          call(ORDER, "java\\.util\\.(Set|Map)", "copyOf", Arguments.ANY),
          call(
              ORDER, "java\\.util\\.stream\\.Collectors", "toUnmodifiable(Set|Map)", Arguments.ANY),
          call(
              ORDER,
              "java\\.util\\.(IdentityHashMap|WeakHashMap|concurrent\\.ConcurrentHashMap)",
              "forEach.*|keySet|values|entrySet|keys|elements|reduce.*|search.*",
              Arguments.ANY),
          call(
              ORDER,
              "com\\.github\\.benmanes\\.caffeine\\.cache\\..*Cache",
              "asMap",
              Arguments.ANY),
          call(
              OWN_WRITES,
              "com\\.apple\\.foundationdb\\.(Read)?Transaction",
              "snapshot",
              Arguments.NONE),
          call(NATIVE, "com\\.apple\\.foundationdb\\.FDB", ".*", Arguments.ANY),
          call(NATIVE, "com\\.apple\\.foundationdb\\.FDBException", "is[A-Z].*", Arguments.ANY),
          call(
              NATIVE,
              "com\\.apple\\.foundationdb\\.(tuple\\.Tuple|subspace\\.Subspace)",
              "packWithVersionstamp.*",
              Arguments.ANY));

  private static BannedCall call(String reason, String owner, String method, Arguments arguments) {
    return new BannedCall(reason, Pattern.compile(owner), Pattern.compile(method), arguments);
  }

  boolean matches(CodeUnitAccessTarget target) {
    return owner.matcher(target.getOwner().getName()).matches()
        && method.matcher(target.getName()).matches()
        && matches(target.getRawParameterTypes());
  }

  private boolean matches(List<JavaClass> types) {
    return switch (arguments) {
      case ANY -> true;
      case NONE -> types.isEmpty();
      case NO_EXECUTOR -> types.stream().noneMatch(type -> type.isEquivalentTo(Executor.class));
      case SEVERAL -> holdsSeveral(types);
    };
  }

  /** Two elements of a set, or two keys with two values of a map. */
  private boolean holdsSeveral(List<JavaClass> types) {
    int one = owner.matcher("java.util.Map").matches() ? 2 : 1;
    return types.size() > one || types.stream().anyMatch(JavaClass::isArray);
  }
}
