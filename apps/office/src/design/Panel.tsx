/** Surfaces: a page with title and actions, and its panels. */
import { Box, Paper, Typography } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { CARD_RADIUS } from './theme.ts'

type PageProps = {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function PageFrame({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Veritick office`
  }, [title])
  const heading = useFocusAfterNavigation()
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, padding: { xs: 3, md: 6 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
            {title}
          </Typography>
          {lead !== undefined && (
            <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 760 }}>
              {lead}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{actions}</Box>
      </Box>
      {children}
    </Box>
  )
}

/**
 * The page that was left took the focus with it: the title of the new page gets it, so that a keyboard goes on from
 * there and a screen reader names the page. The page that a visit begins with leaves it to
 * the browser, unless `/` led to it.
 */
function useFocusAfterNavigation() {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useLocation().key === 'default'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page appears
  useEffect(() => {
    if (!isFirst && document.activeElement === document.body) heading.current?.focus()
  }, [])
  return heading
}

type PanelProps = {
  readonly title?: string
  readonly actions?: ReactNode
  readonly flush?: boolean
  readonly children: ReactNode
}

/** `flush`: the content reaches the edges, as tables do. */
export function Panel({ title, actions, flush = false, children }: PanelProps) {
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={title}
      sx={{ borderRadius: CARD_RADIUS, borderColor: 'divider', overflow: 'clip', minWidth: 0 }}
    >
      {(title !== undefined || actions !== undefined) && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 2,
            paddingInline: 4,
            paddingTop: 3,
            paddingBottom: flush ? 2 : 0,
          }}
        >
          <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
            {title}
          </Typography>
          {actions}
        </Box>
      )}
      <Box sx={flush ? {} : { padding: 4, paddingTop: 3 }}>{children}</Box>
    </Paper>
  )
}
