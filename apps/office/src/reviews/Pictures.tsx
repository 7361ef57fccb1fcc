/** The pictures of a record side by side, held alike by the keyboard: + and - zoom, ] and [ turn, 0 puts them back. */
import { Box } from '@mui/material'
import { useState } from 'react'
import { Empty } from '../design/States.tsx'
import { useKeys } from '../shell/keys.ts'
import { Picture } from './Picture.tsx'
import { AS_IT_IS, type Hold, turned, zoomed } from './viewer.ts'

type Props = {
  readonly pictures: readonly { readonly side: 'front' | 'reverse' | 'proof'; readonly url: string }[]
  readonly none: string
  readonly onRenew: () => void
}

const TITLES = { front: 'Front', reverse: 'Reverse', proof: 'Proof' }

export function Pictures({ pictures, none, onRenew }: Props) {
  const [holds, setHolds] = useState<Readonly<Record<string, Hold>>>({})
  const hold = (side: string, change: (hold: Hold) => Hold) => setHolds((now) => ({ ...now, [side]: change(now[side] ?? AS_IT_IS) }))
  const all = (change: (hold: Hold) => Hold) => {
    for (const { side } of pictures) hold(side, change)
  }
  useKeys({
    '+': () => all((now) => zoomed(now, 1)),
    '-': () => all((now) => zoomed(now, -1)),
    ']': () => all((now) => turned(now, 1)),
    '[': () => all((now) => turned(now, -1)),
    '0': () => all(() => AS_IT_IS),
  })
  if (pictures.length === 0) return <Empty>{none}</Empty>
  return (
    <Box
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: `repeat(${Math.min(2, pictures.length)}, minmax(0, 1fr))` } }}
    >
      {pictures.map(({ side, url }) => (
        <Picture
          key={side}
          title={TITLES[side]}
          url={url}
          hold={holds[side] ?? AS_IT_IS}
          onHold={(change) => hold(side, change)}
          onRenew={onRenew}
        />
      ))}
    </Box>
  )
}
