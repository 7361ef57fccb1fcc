/**
 * The draft of a form over a record that another staff member may change meanwhile. Typed text stays until the staff
 * member saves it or asks for the current version; without typed text a newer version is simply shown.
 */
import { useState } from 'react'

export type Editing<Shown, Draft> = {
  /** The record as the draft began with it. */
  readonly base: Shown
  readonly draft: Draft
  readonly setDraft: (draft: Draft) => void
  /** The save dialog is open. */
  readonly saving: boolean
  readonly setSaving: (saving: boolean) => void
  /** A newer version is known, and the draft has typed text over an older one. */
  readonly overtaken: boolean
  /** Begins again with this record. */
  readonly take: (next: Shown) => void
}

type Rules<Shown, Draft> = {
  /** Plain data. */
  readonly draftOf: (shown: Shown) => Draft
  readonly isNewer: (shown: Shown, base: Shown) => boolean
}

/** `shown`: as it was read last. */
export function useEditing<Shown, Draft>(shown: Shown, rules: Rules<Shown, Draft>): Editing<Shown, Draft> {
  const { draftOf, isNewer } = rules
  const [base, setBase] = useState(shown)
  const [draft, setDraft] = useState(() => draftOf(shown))
  const [saving, setSaving] = useState(false)
  const take = (next: Shown) => {
    setBase(next)
    setDraft(draftOf(next))
  }
  const behind = isNewer(shown, base)
  // A draft that says what the newer version says is saved already.
  const loses = !isSame(draft, draftOf(base)) && !isSame(draft, draftOf(shown))
  if (behind && !saving && !loses) take(shown)
  return { base, draft, setDraft, saving, setSaving, overtaken: behind && loses, take }
}

export const isSame = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two)
