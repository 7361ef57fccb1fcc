/** A logo or document of a company: chosen here, stored at once with a reason, named in the form by its hash. */
import { Box, Button, Link, Typography } from '@mui/material'
import { COMPANY_FILE_BYTES_MAX, OFFICE_COMPANY_FILE_PATH } from '@veritick/contract'
import { useId, useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useMayDo } from '../../data/session.ts'
import { useAct } from '../../data/useCall.ts'
import type { Field } from './forms.ts'

type Props = {
  readonly field: Extract<Field, { kind: 'file' }>
  /** Its hash; empty: none. */
  readonly file: string
  readonly disabled: boolean
  readonly onFile: (file: string) => void
}

export function CompanyFileInput({ field, file, disabled, onFile }: Props) {
  const { label, help, accept } = field
  const id = useId()
  const mayAdd = useMayDo('companyFileAdd')
  const [chosen, setChosen] = useState<File>()
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="label" htmlFor={id}>
        {label}
        {help !== undefined && `. ${help}`}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {file === '' ? (
          <Typography variant="body2">None</Typography>
        ) : (
          <Link href={`${OFFICE_COMPANY_FILE_PATH}${file}`} target="_blank" rel="noopener noreferrer" variant="body2">
            Open {file.slice(0, 8)}
          </Link>
        )}
        {!disabled && mayAdd && (
          <Button component="label" variant="outlined" color="inherit" size="small">
            Add a file
            <input
              id={id}
              type="file"
              accept={accept}
              style={{ position: 'absolute', opacity: 0, inlineSize: 1, blockSize: 1 }}
              onChange={(event) => {
                setChosen(event.target.files?.[0])
                // The same file can be chosen again after Cancel.
                event.target.value = ''
              }}
            />
          </Button>
        )}
        {!disabled && file !== '' && field.optional === true && (
          <Button size="small" color="inherit" onClick={() => onFile('')}>
            Remove
          </Button>
        )}
      </Box>
      {chosen !== undefined && <AddDialog chosen={chosen} onFile={onFile} onClose={() => setChosen(undefined)} />}
    </Box>
  )
}

type AddProps = { readonly chosen: File; readonly onFile: (file: string) => void; readonly onClose: () => void }

function AddDialog({ chosen, onFile, onClose }: AddProps) {
  const act = useAct('companyFileAdd', 'The file is stored. Customers can open it once the form is saved.')
  const isTooLarge = chosen.size > COMPANY_FILE_BYTES_MAX
  return (
    <ActionDialog
      title="Add a file"
      lead={`${chosen.name}: every visitor of the app can open it once the form is saved. Do not add personal data.`}
      confirm="Add"
      missing={isTooLarge ? 'The file is larger than 3 MiB.' : undefined}
      onConfirm={async ({ reason, key }) => {
        const content = base64Of(new Uint8Array(await chosen.arrayBuffer()))
        onFile((await act.mutateAsync({ input: { content, reason_text: reason }, key })).file)
      }}
      onClose={onClose}
    />
  )
}

/** Bytes that are made to text at once: a JavaScript call takes a limited number of arguments. */
const PIECE_BYTES = 32_768

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))
  return btoa(text)
}
