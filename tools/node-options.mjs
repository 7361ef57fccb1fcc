/**
 * Options of Node that the server is started with, beside its program. The commands that start it (package.json, the
 * unit, the image) hold them as text, and a test compares.
 */

/**
 * A request's objects live until its order is durable. With the usual room of 16 MB for new objects most of them are
 * copied by collections several times, by helper threads of V8 that cost more than the order. An option alone can say
 * so for the first thread of a process; the core's thread has its own (core-channel.ts).
 */
export const SERVER_NODE_OPTIONS = ['--max-semi-space-size=64']
