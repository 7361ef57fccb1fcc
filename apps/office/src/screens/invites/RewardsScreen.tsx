/** Rewards of the invite programme: earned by rule, approved by one staff member, paid by another. */
import { PageFrame } from '../../design/Panel.tsx'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { QUEUE_EVERY_MS } from '../../lists/pace.ts'
import { usePlace } from '../../lists/place.ts'
import { RewardDetail } from './RewardDetail.tsx'
import { RewardList } from './RewardList.tsx'

export default function RewardsScreen() {
  const { id, close } = usePlace('/invites')
  return (
    <PageFrame
      title="Invite rewards"
      lead="A friend met the conditions. One staff member approves, another pays after the review period."
    >
      <RewardList keysEnabled={id === undefined} everyMillis={QUEUE_EVERY_MS} />
      <DetailDrawer title={`Reward ${id ?? ''}`} open={id !== undefined} onClose={close}>
        {id !== undefined && <RewardDetail id={id} />}
      </DetailDrawer>
    </PageFrame>
  )
}
