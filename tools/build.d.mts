/** The types of build.mjs for TypeScript programs. */
export function build(force?: boolean): Promise<void>
/** The server alone, into `apps/server/dist`. */
export function buildServer(): Promise<void>
export function newestSource(folder: string): number
