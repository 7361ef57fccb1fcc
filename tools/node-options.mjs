/**
 * Options of Node that the server is started with, beside its program, and one of the tests. The commands that start
 * the server (package.json, the unit, the image) hold its options as text, and a test compares.
 */

/**
 * A request's objects live until its order is durable. With the usual room of 16 MB for new objects most of them are
 * copied by collections several times, by helper threads of V8 that cost more than the order. An option alone can say
 * so for the first thread of a process; the core's thread has its own (core-channel.ts).
 */
export const SERVER_NODE_OPTIONS = ['--max-semi-space-size=64']

/**
 * The option of V8 for a server that lives for seconds or a few minutes. By default V8 optimises a function after
 * about 130 KB of work in it. Most functions of a start never earn that back: with this budget a start takes a seventh
 * less processor time. Functions that are used very often are optimised all the same.
 */
export const LATE_OPTIMISING = '--interrupt-budget=2000000'

/**
 * The options of Node for a process that lives for seconds or a few minutes. PostgreSQL's WebAssembly stays in the code
 * of the quick compiler: making it anew by the thorough one costs a start a quarter of its time.
 */
export const FOR_SECONDS = ['--liftoff-only', LATE_OPTIMISING]

/**
 * The options of Node for a process that runs tests: it carries out most functions a few times only, and makes objects
 * that die with their test. With room for them from the beginning a run takes a tenth less processor time. Simulated
 * worlds run for seconds, so functions are optimised sooner than in a server that lives for seconds.
 */
export const FOR_TESTS = [
  '--liftoff-only',
  '--interrupt-budget=400000',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
]
