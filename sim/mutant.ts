/** A bug made on purpose: one change of one source file. The simulators have to find every one. */
export type Mutant = {
  readonly bug: string
  /** Below the folder of the sources that the simulator tests. */
  readonly file: string
  /** A part of the source, usually of one line, that the file contains exactly once. */
  readonly line: string
  /** The text that takes its place. */
  readonly becomes: string
}

/** The source with the bug. Throws unless the line stands there exactly once: the bug would be missed silently. */
export function withBug(source: string, { bug, file, line, becomes }: Mutant): string {
  if (source.split(line).length !== 2) throw new Error(`"${bug}" cannot be applied: ${file} has changed`)
  return source.replace(line, () => becomes)
}
