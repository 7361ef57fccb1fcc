/** /mine/coin-address-list: the saved wallet addresses for withdrawals. */
import { DRAW_TYPE } from '@veritick/contract'
import { PayeeList } from './PayeeList.tsx'

export const CoinListScreen = () => <PayeeList type={DRAW_TYPE.coin} />
