/** The types of node-options.mjs for TypeScript programs. */
export const SERVER_NODE_OPTIONS: readonly string[]
export const LATE_OPTIMISING: string
export const FOR_SECONDS: readonly string[]
export const FOR_TESTS: readonly string[]
