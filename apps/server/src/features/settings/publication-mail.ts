/**
 * Tells staff by mail, in the transaction of the change, that a text which customers read was published or changed: one
 * staff member alone leads no customer to another address or site unseen (decision 157). The words that a customer may
 * pay to or follow stand first, of all languages, also where they are not in the excerpt.
 */
import { millis } from '@veritick/domain'
import { type Mail, momentText } from '../../services/messages/index.ts'
import { namesOf } from '../../services/office/index.ts'
import type { Transaction } from '../../store/index.ts'
import { type MailingStaff, mailStaff } from './notify.ts'

export type Publication = {
  /** The name and number of it, and what was done, as in `The banner 7 was published`. */
  readonly done: string
  /** From when on customers may read it. Wall time. */
  readonly from: number
  /** Plain text, and what its links name. */
  readonly texts: readonly {
    readonly language: string
    readonly title: string
    readonly text: string
    readonly links: readonly string[]
  }[]
  readonly pictures: number
  /** Where in the office staff take it back. */
  readonly undo: string
  /** `staff:7`. */
  readonly who: string
  readonly reason: string
  readonly at: number
}

const EXCERPT = 400
const MARKS_MAX = 30
const MARK_LENGTH_MAX = 120

export async function tellOfPublication(parts: MailingStaff, tx: Transaction, publication: Publication): Promise<void> {
  const { name } = (await namesOf({ ...parts, query: tx.query }, [publication.who]))(publication.who)
  await mailStaff(parts, tx, { also: ['content', 'support'], mail: publicationMail(publication, name) })
}

/** In English as the office is. `by`: name of the staff member. */
export function publicationMail(publication: Publication, by: string): Mail {
  const { done, from, texts, pictures, undo, reason, at } = publication
  const timeOf = (moment: number) => momentText(millis(moment))
  const marks = [...new Set(texts.flatMap(({ title, text, links }) => [...marksIn(`${title}\n${text}`), ...links]))]
  const facts = [
    `${done}.`,
    `By: ${oneLine(by)}, ${timeOf(at)}`,
    `Reason: ${oneLine(reason)}`,
    from > at ? `Customers can read it from ${timeOf(from)} on.` : 'Customers can read it now.',
    ...(pictures > 0 ? [`Pictures: ${pictures}. Look at them in the office: a picture can hold an address too.`] : []),
  ]
  const warning = [
    'CHECK THIS FIRST. A customer may pay to these, write to these or follow these:',
    ...marks.slice(0, MARKS_MAX).map((mark) => `- ${oneLine(mark).slice(0, MARK_LENGTH_MAX)}`),
    ...(marks.length > MARKS_MAX ? [`and ${marks.length - MARKS_MAX} more`] : []),
  ]
  const excerpts = texts.map(({ language, title, text }) => {
    const shown = oneLine(text)
    return `[${language}] ${oneLine(title)}\n${shown.slice(0, EXCERPT)}${shown.length > EXCERPT ? '...' : ''}`
  })
  const doubt = `Is it wrong, or did you not expect it? Take it back at once: ${undo}. Then ask the colleague.`
  return {
    subject: `Veritick office: ${marks.length > 0 ? 'CHECK ADDRESSES AND LINKS: ' : ''}${done}`,
    text: [facts.join('\n'), ...(marks.length > 0 ? [warning.join('\n')] : []), ...excerpts, doubt].join('\n\n'),
  }
}

/** Addresses of coins, numbers of accounts, mail addresses and names of sites in a plain text. */
export function marksIn(plain: string): readonly string[] {
  const text = plain.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const words = text.split(/\s+/).filter((word) => /@|:\/\/|\p{L}\.\p{L}{2}/u.test(word) || isLongCode(word))
  const numbers = text.replace(/\b\d{4}-\d\d-\d\d\b/g, '').match(/\d(?:[ .-]?\d){7,}/g) ?? []
  return [...new Set([...words, ...numbers.filter((number) => !words.some((word) => word.includes(number)))])]
}

/** Letters and digits without a gap, as in an address of a coin or an IBAN. */
const isLongCode = (word: string): boolean => /\d/.test(word) && /[A-Za-z0-9]{15}/.test(word)

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
