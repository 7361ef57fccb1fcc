/** A table of differences, before and after. Colours tell the two sides apart; they do not rate the change. */
import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import type { SxProps, Theme } from '@mui/material/styles'
import type { Difference } from './difference.ts'

type Props = {
  readonly changes: readonly Difference[]
  /** The change is past, so the values may have changed again since. */
  readonly happened?: boolean
}

export function Changes({ changes, happened = false }: Props) {
  if (changes.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        {happened ? 'No changes.' : 'Nothing would change.'}
      </Typography>
    )
  }
  return (
    <Box
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflowX: 'auto' }}
      role="group"
      aria-label={happened ? 'What changed' : 'What changes'}
      tabIndex={0}
    >
      <Table sx={NARROW}>
        <TableHead>
          <TableRow>
            <TableCell>{happened ? 'What changed' : 'What changes'}</TableCell>
            <TableCell>{happened ? 'Before' : 'Now'}</TableCell>
            <TableCell>{happened ? 'After' : 'Then'}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.map(({ path, kind, before, after }) => (
            <TableRow key={path} sx={{ '&:last-child td': { border: 0 } }}>
              <TableCell sx={{ fontWeight: 600, verticalAlign: 'top' }}>{path === '' ? 'Value' : path}</TableCell>
              <Side text={before} absent={kind === 'added'} side="before" />
              <Side text={after} absent={kind === 'removed'} side="after" />
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

/** On a phone the name stands above its two values, which share the width. */
const NARROW: SxProps<Theme> = ({ breakpoints }) => ({
  [breakpoints.down('sm')]: {
    display: 'block',
    '& thead, & tbody': { display: 'block' },
    '& tr': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(min-content, 1fr))' },
    '& tr > :first-of-type': { gridColumn: '1 / -1', paddingBottom: 0, border: 0 },
  },
})
/** Long addresses and hashes may break anywhere; amounts and words are not that long. */
const LONG = /\S{20,}/

type SideProps = { readonly text: string | undefined; readonly absent: boolean; readonly side: 'before' | 'after' }

function Side({ text, absent, side }: SideProps) {
  if (absent) return <TableCell sx={{ color: 'text.disabled' }}>none</TableCell>
  return (
    <TableCell
      sx={({ palette }) => ({
        color: side === 'before' ? palette.tones.inkSoft : palette.tones.accent,
        background: side === 'before' ? palette.tones.fill : palette.tones.accentSoft,
        overflowWrap: text !== undefined && LONG.test(text) ? 'anywhere' : 'normal',
        minWidth: 80,
        verticalAlign: 'top',
      })}
    >
      {text}
    </TableCell>
  )
}
