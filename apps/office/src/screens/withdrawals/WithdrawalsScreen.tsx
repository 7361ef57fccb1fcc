/** Withdrawals: waiting and approved ones, oldest first. */
import { PageFrame } from '../../design/Panel.tsx'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { QUEUE_EVERY_MS } from '../../lists/pace.ts'
import { usePlace } from '../../lists/place.ts'
import { WithdrawalDetail } from './WithdrawalDetail.tsx'
import { WithdrawalList } from './WithdrawalList.tsx'

const WIDTH = 1040

export default function WithdrawalsScreen() {
  const { id, close } = usePlace('/withdrawals')
  return (
    <PageFrame title="Withdrawals">
      <WithdrawalList keysEnabled={id === undefined} everyMillis={QUEUE_EVERY_MS} />
      <DetailDrawer title={`Withdrawal ${id ?? ''}`} open={id !== undefined} width={WIDTH} onClose={close}>
        {id !== undefined && <WithdrawalDetail id={id} />}
      </DetailDrawer>
    </PageFrame>
  )
}
