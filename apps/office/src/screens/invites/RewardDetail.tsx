/** One reward: the evidence, what the two accounts share, and the decision about it. */

import { Alert } from '@mui/material'
import { REWARD_SIGNALS } from '@veritick/contract/office'
import { useLook } from '../../data/useCall.ts'
import { Amount, Facts, State, Time } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { countryText } from '../../format/country.ts'
import { IDENTITY, PROGRAMME_STATE, REWARD_STATE, recordState, SIGN_IN, SIGNAL } from '../../format/names.ts'
import { ChangedRecord } from '../../reviews/ChangedRecord.tsx'
import { PersonLink } from '../../reviews/PersonLink.tsx'
import { StaffMemberLine } from '../../reviews/StaffMember.tsx'
import { RewardDecision } from './RewardDecision.tsx'
import type { Reward } from './reward.ts'
import { Signals } from './Signals.tsx'

export function RewardDetail({ id }: { readonly id: number }) {
  const look = useLook('rewardFind', { id })
  return (
    <Shown of={look}>
      {(reward) => (
        <>
          <ChangedRecord fault={reward.fault} />
          <Suspicion reward={reward} />
          <Record reward={reward} />
          <Evidence reward={reward} />
          {reward.fault === null && <RewardDecision reward={reward} />}
        </>
      )}
    </Shown>
  )
}

function Suspicion({ reward: { signals } }: { readonly reward: Reward }) {
  if (signals.length === 0) return <Alert severity="success">No sign of one person behind two accounts.</Alert>
  const words = REWARD_SIGNALS.filter((word) => signals.some(({ by }) => by === word))
  return (
    <Alert severity="warning">
      One person may be behind two accounts.
      {words.map((word) => (
        <div key={word}>
          {`Same ${SIGNAL[word]}: `}
          {signals
            .filter(({ by }) => by === word)
            .map(({ person }, index) => (
              <span key={person.id}>
                {index > 0 && ', '}
                <PersonLink person={person} />
              </span>
            ))}
        </div>
      ))}
    </Alert>
  )
}

function Record({ reward }: { readonly reward: Reward }) {
  return (
    <Facts
      facts={[
        ['Inviter', <PersonLink key="inviter" person={reward.user} />],
        ['Account', reward.trading_account],
        ['Invited', <PersonLink key="invited" person={reward.invited} />],
        ['Step', reward.step],
        ['Reward, USD', <Amount key="amount" value={reward.amount} />],
        ['State', <State key="state" of={recordState(reward, REWARD_STATE)} />],
        ['Earned', <Time key="earned" at={reward.earned_at} />],
        ['Payable from', <Time key="from" at={reward.held_until} />],
        [
          reward.yours ? 'Approved by you' : 'Approved by',
          <StaffMemberLine key="approved" member={reward.approved_by} />,
        ],
        ['Shared when earned or approved', <Signals key="flags" words={reward.flags} />],
        ['Decided by', <StaffMemberLine key="decided" member={reward.decided_by} />],
        ['Reason for the decision', reward.decided_reason],
        ['Message to the inviter', reward.remark],
        ['Ended', <Time key="ended" at={reward.ended_at} />],
      ]}
    />
  )
}

function Evidence({ reward }: { readonly reward: Reward }) {
  const { now } = reward
  return (
    <Facts
      facts={[
        ['Volume when earned, USD', <Amount key="volume" value={reward.volume} />],
        ['Net deposit when earned, USD', <Amount key="deposit" value={reward.net_deposit} />],
        ['Net deposit now, USD', <Amount key="now" value={now.net_deposit} />],
        ['Rows agree with the ledger', now.proven ? 'yes' : 'no: rows were changed in the store, no money counts'],
        ['Registered', <Time key="registered" at={now.registered_at} />],
        ['First sign-in', <Time key="signed" at={now.first_sign_in_at} />],
        ['Sign-in within 7 days', SIGN_IN[now.sign_in]],
        ['Identity of the invited', <State key="identity" of={IDENTITY[now.identity]} />],
        ['Identity of the inviter', <State key="inviter" of={IDENTITY[now.inviter_identity]} />],
        ['Country of the invited', countryText(now.country)],
        ['Country of the inviter', countryText(now.inviter_country)],
        ['Programme', PROGRAMME_STATE[now.programme]],
        ['One of them is frozen', now.frozen ? 'yes' : 'no'],
        ['Customers invited in all', now.invited_in_all],
      ]}
    />
  )
}
