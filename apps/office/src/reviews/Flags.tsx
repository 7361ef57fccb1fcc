/** The server's flags of a record, one word each, with the sentence on hover. */
import { Box, Tooltip } from '@mui/material'
import { Tag } from '../design/parts.tsx'
import { plainWord } from '../format/names.ts'

type Props = { readonly flags: readonly string[]; readonly sentences: Readonly<Record<string, string>> }

export function Flags({ flags, sentences }: Props) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {flags.map((flag) => (
        <Tooltip key={flag} title={sentences[flag] ?? ''}>
          <span>
            <Tag tone="warn">{plainWord(flag)}</Tag>
          </span>
        </Tooltip>
      ))}
    </Box>
  )
}
