/** What TypeScript programs use of build.mjs. */
export function build(force?: boolean): Promise<void>
export function newestSource(folder: string): number
