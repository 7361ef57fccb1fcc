/** Sends a picture to the server, which makes a JPEG of it. It belongs to the article once a saved version names it. */
import { Alert, Box, Button } from '@mui/material'
import { officeNewsPictureUrl, UPLOAD } from '@veritick/contract'
import { type ChangeEvent, useRef, useState } from 'react'
import { messageOf } from '../../data/failure.ts'
import { uploadNewsPicture } from '../../data/upload.ts'

type ButtonProps = {
  readonly label: string
  readonly disabled?: boolean
  readonly onPicture: (picture: string) => void
}

export function PictureButton({ label, disabled = false, onPicture }: ButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const send = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file === undefined) return
    setRunning(true)
    setFailure(undefined)
    try {
      onPicture((await uploadNewsPicture(file)).picture)
    } catch (error) {
      setFailure(messageOf(error))
    }
    setRunning(false)
  }
  return (
    <>
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        disabled={disabled}
        loading={running}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input ref={input} type="file" hidden accept={UPLOAD.types.join(',')} aria-label={label} onChange={send} />
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
    </>
  )
}

type FieldProps = {
  readonly picture: string
  readonly disabled: boolean
  readonly onPicture: (picture: string) => void
}

/** The picture of lists and of the head of the article. */
export function PictureField({ picture, disabled, onPicture }: FieldProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      {picture !== '' && (
        <Box
          component="img"
          src={officeNewsPictureUrl(picture)}
          alt="Picture of the list"
          sx={{ width: 72, height: 56, objectFit: 'cover', borderRadius: 1 }}
        />
      )}
      <PictureButton
        label={picture === '' ? 'Picture of the list' : 'Another picture'}
        disabled={disabled}
        onPicture={onPicture}
      />
      {picture !== '' && !disabled && (
        <Button size="small" color="inherit" onClick={() => onPicture('')}>
          Remove picture
        </Button>
      )}
    </Box>
  )
}
