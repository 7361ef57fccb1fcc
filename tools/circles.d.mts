/** The types of circles.mjs for TypeScript programs. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[]
export function scriptImports(folder: string): Promise<Map<string, string[]>>
export function refuseCircles(folder: string): Promise<void>
