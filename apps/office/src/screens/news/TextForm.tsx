/** The fields of an article: kind, picture, and title, summary and text of one language at a time. */
import { Box, Button, MenuItem, TextField } from '@mui/material'
import {
  NEWS_BODY_MAX,
  NEWS_KINDS,
  NEWS_LANGUAGES,
  NEWS_SUMMARY_MAX,
  NEWS_TITLE_MAX,
  type NewsKind,
  type NewsLanguage,
  newsPictureUrl,
} from '@veritick/contract'
import { LANGUAGE_FACTS } from '@veritick/locales'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { NEWS_KIND } from '../../format/names.ts'
import { type Draft, languagesOf, MARKS, marked, type Text, textIn, withText } from './draft.ts'
import { PictureButton, PictureField } from './PictureField.tsx'

type Props = {
  readonly draft: Draft
  readonly language: NewsLanguage
  readonly disabled: boolean
  /** The kind is chosen once. */
  readonly isNew: boolean
  readonly onDraft: (draft: Draft) => void
  readonly onLanguage: (language: NewsLanguage) => void
  readonly onSave: () => void
}

export function TextForm({ draft, language, disabled, isNew, onDraft, onLanguage, onSave }: Props) {
  const text = textIn(draft, language)
  const write = (change: Partial<Text>) => onDraft(withText(draft, language, change))
  const direction = { dir: LANGUAGE_FACTS[language].direction, lang: LANGUAGE_FACTS[language].tag }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSave()
  }
  return (
    <Box onKeyDown={keys} sx={{ display: 'grid', gap: 4 }}>
      <Head {...{ draft, language, disabled, isNew, onDraft, onLanguage }} />
      <TextField
        label="Title"
        value={text.title}
        disabled={disabled}
        onChange={(event) => write({ title: event.target.value })}
        slotProps={{ htmlInput: { maxLength: NEWS_TITLE_MAX, ...direction } }}
        required={language === 'en'}
      />
      <TextField
        label="Summary"
        value={text.summary}
        disabled={disabled}
        onChange={(event) => write({ summary: event.target.value })}
        slotProps={{ htmlInput: { maxLength: NEWS_SUMMARY_MAX, ...direction } }}
        multiline
        minRows={2}
      />
      <BodyField
        key={language}
        body={text.body}
        disabled={disabled}
        direction={direction}
        onBody={(body) => write({ body })}
      />
    </Box>
  )
}

/** Kind, language and the picture of lists. */
function Head({ draft, language, disabled, isNew, onDraft, onLanguage }: Omit<Props, 'onSave'>) {
  const written = languagesOf(draft)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
      <TextField
        select
        label="Kind"
        value={draft.kind}
        disabled={disabled || !isNew}
        onChange={(event) => onDraft({ ...draft, kind: event.target.value as NewsKind })}
        sx={{ minWidth: 160 }}
      >
        {NEWS_KINDS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {NEWS_KIND[kind]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label="Language"
        value={language}
        onChange={(event) => onLanguage(event.target.value as NewsLanguage)}
        helperText={`Written: ${written.length === 0 ? 'none' : written.join(', ')}. English is required.`}
        sx={{ minWidth: 220 }}
      >
        {NEWS_LANGUAGES.map((each) => (
          <MenuItem key={each} value={each}>
            {LANGUAGE_FACTS[each].name}
            {written.includes(each) ? ' ✓' : ''}
          </MenuItem>
        ))}
      </TextField>
      <PictureField
        picture={draft.picture}
        disabled={disabled}
        onPicture={(picture) => onDraft({ ...draft, picture })}
      />
    </Box>
  )
}

type BodyProps = {
  readonly body: string
  readonly disabled: boolean
  readonly direction: { readonly dir: string; readonly lang: string }
  readonly onBody: (body: string) => void
}

function BodyField({ body, disabled, direction, onBody }: BodyProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const chosen = useRef<{ readonly from: number; readonly to: number }>(undefined)
  // Chosen again once the field shows the marked text.
  useEffect(() => {
    if (chosen.current === undefined) return
    field.current?.focus()
    field.current?.setSelectionRange(chosen.current.from, chosen.current.to)
    chosen.current = undefined
  })
  const mark = (marks: readonly [string, string]) => {
    const { selectionStart: from = body.length, selectionEnd: to = from } = field.current ?? {}
    const done = marked(body, { from, to }, marks)
    chosen.current = done
    onBody(done.text)
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {!disabled && (
        <Box role="toolbar" aria-label="Format" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {Object.entries(MARKS).map(([name, marks]) => (
            <Button key={name} size="small" color="inherit" variant="outlined" onClick={() => mark(marks)}>
              {name}
            </Button>
          ))}
          <PictureButton
            label="Picture"
            onPicture={(picture) => mark([`<img src="${newsPictureUrl(picture)}" alt="`, '">'])}
          />
        </Box>
      )}
      <TextField
        label="Text"
        value={body}
        inputRef={field}
        disabled={disabled}
        onChange={(event) => onBody(event.target.value)}
        helperText="HTML, or plain text with empty lines between paragraphs. All that is not allowed is removed."
        slotProps={{ htmlInput: { maxLength: NEWS_BODY_MAX, ...direction } }}
        multiline
        minRows={12}
        maxRows={28}
      />
    </Box>
  )
}
