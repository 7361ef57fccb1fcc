/** What TypeScript programs use of build.mjs. */
export function build(force?: boolean): void
