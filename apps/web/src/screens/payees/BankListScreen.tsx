/** /mine/bank-card-list: the saved bank accounts for withdrawals. */
import { DRAW_TYPE } from '@veritick/contract'
import { PayeeList } from './PayeeList.tsx'

export const BankListScreen = () => <PayeeList type={DRAW_TYPE.bank} />
