/** Deposits: the queue, oldest first, with the detail in a drawer. */
import { PageFrame } from '../../design/Panel.tsx'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { QUEUE_EVERY_MS } from '../../lists/pace.ts'
import { usePlace } from '../../lists/place.ts'
import { DepositDetail } from './DepositDetail.tsx'
import { DepositList } from './DepositList.tsx'

const WIDTH = 1120

export default function DepositsScreen() {
  const { id, close } = usePlace('/deposits')
  return (
    <PageFrame title="Deposits">
      <DepositList keysEnabled={id === undefined} everyMillis={QUEUE_EVERY_MS} />
      <DetailDrawer title={`Deposit ${id ?? ''}`} open={id !== undefined} width={WIDTH} onClose={close}>
        {id !== undefined && <DepositDetail id={id} />}
      </DetailDrawer>
    </PageFrame>
  )
}
