/** The length of a typed text and its ceiling, for the texts that name both: "3.950 von 4.000" in German. */
import { formatWhole } from '../../format/money.ts'

type Length = { readonly length: number; readonly max: number; readonly tag: string }

export const lengthValues = ({ length, max, tag }: Length): { readonly length: string; readonly max: string } => ({
  length: formatWhole(length, tag),
  max: formatWhole(max, tag),
})
