/**
 * One private picture with zoom, rotation and panning. Its link expires after ten minutes and is then requested again.
 */
import { Alert, Box, Button, IconButton, Tooltip, Typography } from '@mui/material'
import { type PointerEvent, useRef, useState } from 'react'
import { AddIcon, RemoveIcon, RotateRightIcon } from '../design/icons.tsx'
import { moved, transformOf, turned, type View, zoomed } from './viewer.ts'

type Props = {
  readonly title: string
  readonly url: string
  readonly view: View
  readonly onView: (change: (view: View) => View) => void
  readonly onRenew: () => void
}

export function Picture({ title, url, view, onView, onRenew }: Props) {
  const [broken, setBroken] = useState<string>()
  const drag = useDrag(onView)
  return (
    <Box
      component="figure"
      sx={{ margin: 0, minWidth: 0, border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingInline: 3, paddingBlock: 1 }}>
        <Typography component="figcaption" variant="body2" sx={{ flex: 1, fontWeight: 600 }}>
          {title}
        </Typography>
        <Tool title="Zoom in" icon={<AddIcon fontSize="small" />} onClick={() => onView((now) => zoomed(now, 1))} />
        <Tool
          title="Zoom out"
          icon={<RemoveIcon fontSize="small" />}
          onClick={() => onView((now) => zoomed(now, -1))}
        />
        <Tool
          title="Rotate"
          icon={<RotateRightIcon fontSize="small" />}
          onClick={() => onView((now) => turned(now, 1))}
        />
      </Box>
      <Box
        {...drag}
        sx={{
          height: 'min(52vh, 460px)',
          display: 'grid',
          placeItems: 'center',
          overflow: 'hidden',
          background: ({ palette }) => palette.tones.fill,
          cursor: view.zoom > 1 ? 'grab' : 'default',
          touchAction: view.zoom > 1 ? 'none' : 'auto',
        }}
      >
        {broken === url ? (
          <Alert
            severity="warning"
            action={
              <Button color="inherit" onClick={onRenew}>
                Load again
              </Button>
            }
          >
            The link to this picture has expired.
          </Alert>
        ) : (
          <img
            src={url}
            alt={title}
            draggable={false}
            onError={() => setBroken(url)}
            style={{ maxWidth: '100%', maxHeight: 'min(52vh, 460px)', transform: transformOf(view) }}
          />
        )}
      </Box>
    </Box>
  )
}

function Tool({
  title,
  icon,
  onClick,
}: {
  readonly title: string
  readonly icon: React.ReactNode
  readonly onClick: () => void
}) {
  return (
    <Tooltip title={title}>
      <IconButton onClick={onClick} aria-label={title}>
        {icon}
      </IconButton>
    </Tooltip>
  )
}

function useDrag(onView: Props['onView']) {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const last = from.current
      if (last === undefined) return
      const by = { x: event.clientX - last.x, y: event.clientY - last.y }
      from.current = { x: event.clientX, y: event.clientY }
      onView((now) => moved(now, by))
    },
    onPointerUp: () => {
      from.current = undefined
    },
    onPointerCancel: () => {
      from.current = undefined
    },
  }
}
