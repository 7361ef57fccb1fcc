/** What TypeScript programs use of circles.mjs. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[]
export function scriptImports(folder: string): Promise<Map<string, string[]>>
export function refuseCircles(folder: string): Promise<void>
