/** A newer version while a form is open: typed text stays, untouched forms go on, a save is no surprise. */
import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { heldNewer } from '../screens/settings/versions.ts'
import { useEditing } from './useEditing.ts'

type Record = { readonly version: number; readonly value: string; readonly next: null | (typeof WAITING)['next'] }
const WAITING = { version: 2, value: 'old', next: { version: 2, value: 'new', set_at: 1, holds_from: 2 } }
const OLD: Record = { version: 1, value: 'old', next: null }
const NEW: Record = { version: 2, value: 'new', next: null }
const draftOf = ({ value }: Record) => ({ text: value })

/** The form opens with `first`, the staff member does `act`, and the list is read again. */
function afterwards(
  first: Record,
  shown: Record,
  act: (editing: ReturnType<typeof useEditing<Record, { text: string }>>) => void,
) {
  let last: ReturnType<typeof useEditing<Record, { text: string }>> | undefined
  function Form() {
    const [step, setStep] = useState(0)
    last = useEditing(step < 2 ? first : shown, { draftOf, isNewer: heldNewer })
    // A state that is set while a component renders renders it again, also without a browser.
    if (step === 0) act(last)
    if (step < 2) setStep(step + 1)
    return null
  }
  renderToStaticMarkup(<Form />)
  return last === undefined ? undefined : { draft: last.draft.text, base: last.base.version, overtaken: last.overtaken }
}

test('without typed text the newer version is shown', () => {
  expect(afterwards(OLD, NEW, () => undefined)).toEqual({ draft: 'new', base: 2, overtaken: false })
})

test('typed text stays, belongs to the older version, and the form says so', () => {
  expect(afterwards(OLD, NEW, ({ setDraft }) => setDraft({ text: 'typed' }))).toEqual({
    draft: 'typed',
    base: 1,
    overtaken: true,
  })
})

test('typed text that the newer version says too is saved', () => {
  expect(afterwards(OLD, NEW, ({ setDraft }) => setDraft({ text: 'new' }))).toEqual({
    draft: 'new',
    base: 2,
    overtaken: false,
  })
})

test('an open save dialog keeps the version that it shows', () => {
  expect(afterwards(OLD, NEW, ({ setSaving }) => setSaving(true))).toEqual({ draft: 'old', base: 1, overtaken: false })
})

test('after a save an older answer changes nothing', () => {
  expect(afterwards(OLD, OLD, ({ take }) => take(NEW))).toEqual({ draft: 'new', base: 2, overtaken: false })
})

test('a waiting version that comes into force is shown, although it keeps its number', () => {
  expect(afterwards(WAITING, NEW, () => undefined)).toEqual({ draft: 'new', base: 2, overtaken: false })
  expect(afterwards(WAITING, NEW, ({ setDraft }) => setDraft({ text: 'typed' }))).toMatchObject({ overtaken: true })
  expect(afterwards(WAITING, WAITING, () => undefined)).toEqual({ draft: 'old', base: 2, overtaken: false })
})
