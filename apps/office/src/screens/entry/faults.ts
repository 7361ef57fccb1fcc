/** When a form before sign-in shows the faults of its fields: after a field was left, and after the button. */
import { useState } from 'react'

export type Faults<Field extends string> = Readonly<Partial<Record<Field, string>>>
type Texts<Field extends string> = Readonly<Record<Field, string>>

/** For every field with such a text: a screen reader hears the fault that appears there. */
export const SPOKEN = { formHelperText: { 'aria-live': 'polite' } } as const

/**
 * The faults to show. A field that the staff member has left shows its fault unless it is empty; after the button was
 * pressed every field shows its fault. A refusal of the server comes before it.
 */
export function shownFaults<Field extends string>(given: {
  readonly faults: Faults<Field>
  readonly texts: Texts<Field>
  readonly left: ReadonlySet<Field>
  readonly tried: boolean
  readonly refused: Faults<Field>
}): Faults<Field> {
  const { faults, texts, left, tried, refused } = given
  const isShown = (field: Field) => tried || (left.has(field) && texts[field] !== '')
  const found = Object.entries(faults).filter(([field]) => isShown(field as Field))
  return { ...(Object.fromEntries(found) as Faults<Field>), ...refused }
}

export function useFaults<Field extends string>(texts: Texts<Field>, faults: Faults<Field>) {
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const [pressed, setPressed] = useState(0)
  const [refused, setRefused] = useState({} as Faults<Field>)
  return {
    shown: shownFaults({ faults, texts, left, tried: pressed > 0, refused }),
    /** Grows at each press of the button that showed a fault, so that the form can go to the field. */
    pressed,
    press: () => setPressed((count) => count + 1),
    leave: (field: Field) => setLeft((before) => new Set(before).add(field)),
    /** The server refused this field with this sentence; `undefined`: its field has changed since. */
    refuse: (field: Field, sentence: string | undefined) =>
      setRefused(
        ({ [field]: _, ...others }) =>
          (sentence === undefined ? others : { ...others, [field]: sentence }) as Faults<Field>,
      ),
  }
}
