/**
 * The article as a phone shows it. Typed text is sanitised by the server first, so the preview is what would be stored;
 * it is drawn from the same tree of allowed elements as in the app.
 */
import { Box } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type NewsLanguage, officeNewsPictureUrl } from '@veritick/contract'
import { LANGUAGE_FACTS } from '@veritick/locales'
import { useEffect, useState } from 'react'
import { call } from '../../data/call.ts'
import { messageOf } from '../../data/failure.ts'
import { Panel } from '../../design/Panel.tsx'
import type { Draft, Text } from './draft.ts'
import { NewsBody } from './NewsBody.tsx'

const TYPED_AFTER_MS = 500

type Props = {
  readonly draft: Draft
  readonly text: Text
  readonly language: NewsLanguage
  /** The text is not what the server stored. */
  readonly typed: boolean
}

export function PhonePreview({ draft, text, language, typed }: Props) {
  const body = useSettled(text.body)
  const preview = useQuery({
    queryKey: ['newsPreview', body],
    queryFn: ({ signal }) => call('newsPreview', { body }, { signal }),
    enabled: typed && body !== '',
    placeholderData: keepPreviousData,
  })
  const shown = typed ? (text.body === '' ? '' : (preview.data?.body ?? '')) : text.body
  const { direction, tag } = LANGUAGE_FACTS[language]
  return (
    <Panel title="Preview on a phone">
      <Box
        lang={tag}
        dir={direction}
        sx={{
          maxWidth: 390,
          marginInline: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: '24px',
          padding: '16px',
          display: 'grid',
          gap: '12px',
          fontSize: 15,
          lineHeight: '22px',
          overflowWrap: 'anywhere',
        }}
      >
        <Box sx={{ fontSize: 22, lineHeight: '28px', fontWeight: 700 }}>{text.title || '…'}</Box>
        {text.summary !== '' && <Box sx={{ fontSize: 17, color: 'text.secondary' }}>{text.summary}</Box>}
        {draft.picture !== '' && (
          <Box
            component="img"
            src={officeNewsPictureUrl(draft.picture)}
            alt=""
            sx={{ width: '100%', aspectRatio: '16 / 9', objectFit: 'cover', borderRadius: '12px' }}
          />
        )}
        {preview.error === null ? <NewsBody html={shown} /> : messageOf(preview.error)}
      </Box>
    </Panel>
  )
}

/** A text once its author pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
