/** The plain page before sign-in. */
import { Box, Paper, Typography } from '@mui/material'
import { type ReactNode, useEffect } from 'react'
import { CARD_RADIUS } from '../../design/theme.ts'

export function EntryFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Veritick office`
  }, [title])
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', padding: 4 }}>
      <Paper
        variant="outlined"
        sx={{ width: 'min(100%, 400px)', padding: 6, borderRadius: CARD_RADIUS, display: 'grid', gap: 4 }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <img src="/logo.svg" alt="" width={24} height={24} />
          <Typography variant="body2" color="textSecondary">
            Veritick office
          </Typography>
        </Box>
        <Typography variant="h1">{title}</Typography>
        {children}
      </Paper>
    </Box>
  )
}
