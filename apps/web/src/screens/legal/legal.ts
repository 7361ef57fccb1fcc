/**
 * The legal pages as pure functions: paragraphs numbered through all sections, with the operator's facts in place of
 * the placeholders. A missing fact is a separate part, which the screen marks.
 */
import type { Company } from '@veritick/contract'
import { LEGAL_PLACEHOLDERS, type LegalPlaceholder, type LegalSection } from '@veritick/locales/legal'
import { formatDay } from '../../format/time.ts'

/** `text` `undefined`: the operator has not stated it. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fact'; readonly text: string | undefined }
export type Paragraph = { readonly number: number; readonly parts: readonly Part[] }
export type Section = { readonly heading: string; readonly id: string; readonly paragraphs: readonly Paragraph[] }

export type Facts = { readonly [Name in LegalPlaceholder]: string }

export function factsFor(company: Company, countries: readonly string[], tag: string): Facts {
  const { operator } = company
  return {
    operator: operator.name,
    address: operator.registered_address,
    registration_number: operator.number,
    law: operator.law,
    supervisor: operator.supervisor,
    email: operator.email,
    brand: company.name,
    countries: new Intl.ListFormat(tag, { type: 'conjunction' }).format(countries),
  }
}

export function sectionsOf(sections: readonly LegalSection[], facts: Facts): readonly Section[] {
  let number = 0
  return sections.map(({ heading, paragraphs }, at) => ({
    heading,
    id: `section-${at + 1}`,
    paragraphs: paragraphs.map((text) => {
      number += 1
      return { number, parts: partsOf(text, facts) }
    }),
  }))
}

/** A fact is inserted unchanged: its braces are not replaced. */
export function partsOf(text: string, facts: Facts): readonly Part[] {
  return text
    .split(/(\{\{\w+\}\})/)
    .filter((piece) => piece !== '')
    .map((piece): Part => {
      const name = LEGAL_PLACEHOLDERS.find((each) => piece === `{{${each}}}`)
      if (name === undefined) return { kind: 'text', text: piece }
      return { kind: 'fact', text: facts[name] === '' ? undefined : facts[name] }
    })
}

/** `2026-11-22` -> `22 Nov 2026`: the same day in every time zone. */
export const dayText = (date: string, tag: string): string =>
  formatDay(Date.parse(`${date}T00:00:00Z`), { tag, timeZone: 'UTC' })
