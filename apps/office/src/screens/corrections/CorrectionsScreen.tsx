/** Corrections: requested by one staff member, approved by another, booked as one ledger entry. */
import { PageFrame } from '../../design/Panel.tsx'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { QUEUE_EVERY_MS } from '../../lists/pace.ts'
import { usePlace } from '../../lists/place.ts'
import { CorrectionDetail } from './CorrectionDetail.tsx'
import { CorrectionList } from './CorrectionList.tsx'

export default function CorrectionsScreen() {
  const { id, close } = usePlace('/corrections')
  return (
    <PageFrame
      title="Corrections"
      lead="Requested on the page of a customer. A second staff member approves; existing ledger entries never change."
    >
      <CorrectionList keysEnabled={id === undefined} everyMillis={QUEUE_EVERY_MS} />
      <DetailDrawer title={`Correction ${id ?? ''}`} open={id !== undefined} onClose={close}>
        {id !== undefined && <CorrectionDetail id={id} />}
      </DetailDrawer>
    </PageFrame>
  )
}
