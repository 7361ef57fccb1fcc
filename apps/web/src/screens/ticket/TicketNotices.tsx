/**
 * The notices of the ticket, from its state: the reason why no order can be placed, and the state of the request. On a
 * phone they are above the button; beside the chart and on a low phone they are among the fields, so that costs and
 * button keep their place and the fields their room.
 */
import type { TradeItem } from '@veritick/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStanding } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { canSend, isUnfunded } from './faults.ts'
import { MarginOffer } from './MarginOffer.tsx'
import { PendingMargin, Refusal, SendingLine } from './Notices.tsx'
import type { TicketState } from './useTicket.ts'

type Props = { readonly instrument: TradeItem; readonly state: TicketState }

export function TicketNotices({ instrument, state }: Props) {
  const offline = useOffline()
  const standing = useStanding()
  const isReal = useSession(({ user }) => user?.is_demo === 0)
  const { form, account, faults, sentBody, attempt, slow, undecided, close } = state
  const typing = useIsTyping([form.lots, form.target, form.stopLoss.text, form.takeProfit.text].join(' '))
  return (
    <>
      <Refusal
        attempt={attempt}
        faults={faults}
        item={instrument}
        offline={offline}
        frozen={standing === 'frozen'}
        unfunded={isUnfunded(account, isReal)}
        typing={typing}
        offer={offerOf(instrument, state)}
        onLeave={() => close(false)}
      />
      <SendingLine
        attempt={attempt}
        slow={slow}
        isOffline={offline !== undefined}
        undecided={undecided}
        sentBody={sentBody && { price: sentBody.seen_price?.toString() }}
      />
    </>
  )
}

/** A pause after the last digit, in which a number counts as being typed. */
const TYPING_MILLIS = 1_000

function useIsTyping(typed: string): boolean {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), TYPING_MILLIS)
    return () => clearTimeout(timer)
  }, [typed])
  return typed !== rested
}

/** Among the fields. A new notice is scrolled into view, because the button may be disabled for its reason. */
export function NoticesInView(props: Props) {
  const { attempt, slow, faults } = props.state
  const notices = useRef<HTMLDivElement>(null)
  const reason = [useOffline(), useStanding(), attempt.state, slow, faults.market, faults.account].join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice that stays is not scrolled to again
  useEffect(() => {
    const element = notices.current
    if (element !== null && element.clientHeight > 0) element.scrollIntoView({ block: 'nearest' })
  }, [reason])
  return (
    <div ref={notices} className="scroll-my-2 *:mt-2">
      <TicketNotices {...props} />
    </div>
  )
}

/** A pending order is accepted without the margin that it will need. */
export function PendingNotice({ instrument, state }: Props) {
  const { form, summary, faults } = state
  if (form.kind !== 'pending' || !summary.marginShort || !canSend(faults)) return null
  return <PendingMargin offer={offerOf(instrument, state)} />
}

/** `undefined`: the order is possible with the free margin. */
function offerOf(item: TradeItem, { way, terms, act }: TicketState): ReactNode {
  return way && <MarginOffer way={way} item={item} step={terms.lotStep} act={act} />
}
