/** The content of each tab of a customer. */
import { unreachable } from '@veritick/domain'
import { CorrectionList } from '../corrections/CorrectionList.tsx'
import { DepositList } from '../deposits/DepositList.tsx'
import { RewardList } from '../invites/RewardList.tsx'
import { WithdrawalList } from '../withdrawals/WithdrawalList.tsx'
import { Ledger } from './Ledger.tsx'
import { Notes } from './Notes.tsx'
import { Orders } from './Orders.tsx'
import { Overview } from './Overview.tsx'
import { Payees } from './Payees.tsx'
import { PersonAudit } from './PersonAudit.tsx'
import { Sessions } from './Sessions.tsx'
import type { Person, PersonTabName } from './tabs.ts'

export function PersonTab({ person, tab }: { readonly person: Person; readonly tab: PersonTabName }) {
  const { id } = person
  switch (tab) {
    case 'overview':
      return <Overview person={person} />
    case 'orders':
      return <Orders person={person} />
    case 'ledger':
      return <Ledger person={person} />
    case 'deposits':
      return <DepositList user={id} />
    case 'withdrawals':
      return <WithdrawalList user={id} />
    case 'payees':
      return <Payees id={id} />
    case 'corrections':
      return <CorrectionList user={id} />
    case 'rewards':
      return <RewardList user={id} />
    case 'sessions':
      return <Sessions id={id} />
    case 'notes':
      return <Notes id={id} />
    case 'audit':
      return <PersonAudit id={id} />
    default:
      return unreachable(tab)
  }
}
