/** /mine/coin-address-list: the coin addresses that money can be paid out to. */
import { DRAW_TYPE } from '@veritick/contract'
import { PayeeList } from './PayeeList.tsx'

export const CoinListScreen = () => <PayeeList type={DRAW_TYPE.coin} />
