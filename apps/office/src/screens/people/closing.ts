/** The state of a closed account as sentences: by whom, why, what is owed, when its data are erased. */
import { amountText } from '../../format/money.ts'
import { actorName } from '../../format/names.ts'
import { timeText } from '../../format/time.ts'
import type { Person } from './tabs.ts'

type Closed = NonNullable<Person['closed']>

export function closedText(closed: Closed): string {
  const { state, since, by, reason_text: reason } = closed
  const author = reason === '' ? 'the customer' : `${actorName(by)}: ${reason}`
  if (state !== 'closed' && state !== 'erased') return `A decision about closing the account is in progress.`
  return `Closed since ${timeText(since)} UTC by ${author}. ${erasureText(closed)}`
}

function erasureText({ owed, erasable_at: from, erased_at: erased }: Closed): string {
  if (erased !== null) return `The personal data were erased at ${timeText(erased)} UTC.`
  if (from !== null) return `The personal data are erased from ${timeText(from)} UTC on.`
  if (owed === null) return 'The amount that is owed to the customer is not known at the moment. Load the page again.'
  return (
    `${amountText(owed)} USD are owed to the customer, so the data are not erased. Pay the amount and request a ` +
    'correction of the kind “withdrawal”.'
  )
}
