/** /mine/bank-card-list: the bank accounts that money can be paid out to. */
import { DRAW_TYPE } from '@veritick/contract'
import { PayeeList } from './PayeeList.tsx'

export const BankListScreen = () => <PayeeList type={DRAW_TYPE.bank} />
