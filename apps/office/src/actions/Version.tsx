/** One version of a setting or of terms: number, author, time, reason, and its changes. */
import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Time } from '../design/parts.tsx'
import { actorName } from '../format/names.ts'

type Props = {
  readonly title: string
  readonly version: {
    readonly by: { readonly who: string; readonly name: string }
    readonly at: number
    readonly reason_text: string
  }
  readonly children: ReactNode
}

export function Version({ title, version, children }: Props) {
  return (
    <Box component="article" sx={{ display: 'grid', gap: 2, paddingBlock: 3, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {title}
        <Typography component="span" variant="caption" color="textSecondary" sx={{ marginInlineStart: 2 }}>
          {actorName(version.by)} · <Time at={version.at} seconds />
        </Typography>
      </Typography>
      <Typography variant="body2">{version.reason_text}</Typography>
      {children}
    </Box>
  )
}
