/** The pictures of a record side by side, controlled together by keys: + and - zoom, ] and [ rotate, 0 resets. */
import { Box } from '@mui/material'
import { useState } from 'react'
import { Empty } from '../design/States.tsx'
import { useKeys } from '../shell/keys.ts'
import { Picture } from './Picture.tsx'
import { turned, type View, WHOLE_PICTURE, zoomed } from './viewer.ts'

type Props = {
  readonly pictures: readonly { readonly side: 'front' | 'reverse' | 'proof'; readonly url: string }[]
  readonly none: string
  readonly onRenew: () => void
}

const TITLES = { front: 'Front', reverse: 'Reverse', proof: 'Proof' }

export function Pictures({ pictures, none, onRenew }: Props) {
  const [holds, setHolds] = useState<Readonly<Record<string, View>>>({})
  const view = (side: string, change: (view: View) => View) =>
    setHolds((now) => ({ ...now, [side]: change(now[side] ?? WHOLE_PICTURE) }))
  const all = (change: (view: View) => View) => {
    for (const { side } of pictures) view(side, change)
  }
  useKeys({
    '+': () => all((now) => zoomed(now, 1)),
    '-': () => all((now) => zoomed(now, -1)),
    ']': () => all((now) => turned(now, 1)),
    '[': () => all((now) => turned(now, -1)),
    '0': () => all(() => WHOLE_PICTURE),
  })
  if (pictures.length === 0) return <Empty>{none}</Empty>
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: '1fr', md: `repeat(${Math.min(2, pictures.length)}, minmax(0, 1fr))` },
      }}
    >
      {pictures.map(({ side, url }) => (
        <Picture
          key={side}
          title={TITLES[side]}
          url={url}
          view={holds[side] ?? WHOLE_PICTURE}
          onView={(change) => view(side, change)}
          onRenew={onRenew}
        />
      ))}
    </Box>
  )
}
