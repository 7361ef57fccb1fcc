/** Tags of the signals that an invited account shares with another account of the same circle. */
import { Box } from '@mui/material'
import type { REWARD_SIGNALS } from '@veritick/contract/office'
import { Tag } from '../../design/parts.tsx'
import { SIGNAL } from '../../format/names.ts'

export function Signals({ words }: { readonly words: readonly (typeof REWARD_SIGNALS)[number][] }) {
  if (words.length === 0) return 'nothing'
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {words.map((word) => (
        <Tag key={word} tone="bad">
          {SIGNAL[word]}
        </Tag>
      ))}
    </Box>
  )
}
