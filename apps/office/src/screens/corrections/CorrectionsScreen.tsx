/** Corrections: asked for by one person, approved by another, one entry in the ledger. */
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
      lead="Asked for on the page of a person. Another person approves; what stands in the ledger is never changed."
    >
      <CorrectionList keysEnabled={id === undefined} everyMillis={QUEUE_EVERY_MS} />
      <DetailDrawer title={`Correction ${id ?? ''}`} open={id !== undefined} onClose={close}>
        {id !== undefined && <CorrectionDetail id={id} />}
      </DetailDrawer>
    </PageFrame>
  )
}
