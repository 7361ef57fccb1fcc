/** Reads a file of the data folder that names the newest of what this server has seen in the store. */
import type { z } from 'zod'
import { codeOf, readKept } from '../../store/index.ts'

/** The file cannot be used, for an operator. */
export class KnownFileRefused extends Error {}

/**
 * `undefined`: there is none, as after a restore or on another machine. `names`: what the file names. `remedy`: what to
 * compare where its text is lost. Throws KnownFileRefused.
 */
export function readKnownFile<Known>(
  file: string,
  known: { readonly schema: z.ZodType<Known>; readonly names: string; readonly remedy: string },
): Known | undefined {
  try {
    return known.schema.parse(JSON.parse(readKept(file)))
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    throw new KnownFileRefused(
      `${file} ${code === undefined ? 'is damaged' : `cannot be read (${code})`}: it names ${known.names}. Give it ` +
        `back to the user of the server, or compare ${known.remedy} and remove the file`,
    )
  }
}
