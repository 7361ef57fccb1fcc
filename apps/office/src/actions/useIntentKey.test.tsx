/** One intent has one key: a note that may have been added is not added again by the next try. */
import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallFailed, unreachable } from '../data/failure.ts'
import { type IntentKey, useIntentKey } from './useIntentKey.ts'

/** The keys before and after `act`. */
function keysAround(act: (intent: IntentKey) => void): readonly string[] {
  const keys: string[] = []
  function Form() {
    const [acted, setActed] = useState(false)
    const intent = useIntentKey()
    keys.push(intent.key)
    // A state that is set while a component renders renders it again, also without a browser.
    if (!acted) {
      setActed(true)
      act(intent)
    }
    return null
  }
  renderToStaticMarkup(<Form />)
  return keys
}

test.each<[string, (intent: IntentKey) => void, boolean]>([
  ['no answer', ({ failed }) => failed(unreachable()), false],
  ['an answer of a proxy', ({ failed }) => failed(new CallFailed({ kind: 'status', message: '502' })), false],
  ['a refusal', ({ failed }) => failed(new CallFailed({ kind: 'refused', message: 'no' })), true],
  ['success, or another text', ({ renew }) => renew(), true],
])('%s', (_name, act, isNew) => {
  const [before, after] = keysAround(act)
  expect(before !== after).toBe(isNew)
})
