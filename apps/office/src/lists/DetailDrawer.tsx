/** The detail of one row, in a drawer beside the list. It has its own URL; closing returns to the list. */
import { Box, Drawer, IconButton, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { CloseIcon } from '../design/icons.tsx'

type Props = {
  readonly title: ReactNode
  readonly open: boolean
  readonly width?: number
  readonly onClose: () => void
  readonly children: ReactNode
}

export function DetailDrawer({ title, open, width = 720, onClose, children }: Props) {
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: { sx: { width: `min(100vw, ${width}px)` }, 'aria-labelledby': 'drawer-title', role: 'dialog' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          padding: 4,
          paddingBottom: 3,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id="drawer-title" variant="h2" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton onClick={onClose} aria-label="Close">
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box
        // Focusable, so that a keyboard can scroll it even without buttons inside.
        role="group"
        aria-label="Details"
        tabIndex={0}
        sx={{
          flex: 1,
          overflowY: 'auto',
          padding: 4,
          display: 'flex',
          flexDirection: 'column',
          gap: 4,
          '& > *': { flexShrink: 0 },
        }}
      >
        {children}
      </Box>
    </Drawer>
  )
}
