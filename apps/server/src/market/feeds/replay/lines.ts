/** Lines of a text file, plain or gzip, a piece at a time: a recording may be larger than memory. */
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/** A recording that cannot be played. The message names file and line. */
export class RecordingRefused extends Error {}

/** A line that is longer is no row of anything. */
const LINE_MAX = 4_096

export type Lines = {
  readonly lines: readonly string[] /** Number of the first of them, from 1. */
  readonly first: number
}

/** Throws RecordingRefused where the file cannot be read on. */
export async function* linesOf(path: string, name: string): AsyncGenerator<Lines> {
  const file = createReadStream(path)
  const text = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  if (text !== file) file.on('error', (error) => text.destroy(error))
  text.setEncoding('utf8')
  let rest = ''
  let first = 1
  try {
    for await (const piece of text) {
      const lines = (rest + String(piece)).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_MAX)
        throw new RecordingRefused(`${name}:${first + lines.length}: longer than ${LINE_MAX} characters`)
      if (lines.length > 0) yield { lines: lines.map(withoutReturn), first }
      first += lines.length
    }
  } catch (error) {
    if (error instanceof RecordingRefused) throw error
    throw new RecordingRefused(`${name}:${first}: ${reasonOf(error)}`)
  } finally {
    file.destroy()
    text.destroy()
  }
  if (rest !== '') yield { lines: [withoutReturn(rest)], first }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'Z_DATA_ERROR') return 'not gzip, or damaged'
  if (code === 'Z_BUF_ERROR') return 'the gzip file ends too early'
  return error instanceof Error ? error.message : String(error)
}
