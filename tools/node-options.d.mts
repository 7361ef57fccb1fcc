/** What TypeScript programs use of node-options.mjs. */
export const SERVER_NODE_OPTIONS: readonly string[]
export const LATE_OPTIMISING: string
