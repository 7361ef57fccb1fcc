/**
 * One picture of a form: chosen or taken, previewed, uploaded at once, replaced or removed. Its value is the URL from
 * the answer of the upload. During an upload and after a refusal it has no value, so that no form submits the previous
 * picture.
 */

import { UPLOAD } from '@veritick/contract'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { CallFailed, isFinalRefusal } from '../data/api.ts'
import { uploadPicture } from '../data/files.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import * as Icon from './icons.tsx'
import { HEAD_BYTES, type PictureState, percentOf, pictureFault } from './picture.ts'

type Props = {
  readonly label: string
  /** The hint; by default the accepted formats. */
  readonly hint?: ReactNode
  /** The URL from the answer of the upload. */
  readonly value: string | undefined
  readonly onValueChange: (value: string | undefined) => void
  /** The error of the form or the server. */
  readonly error?: string | undefined
  readonly disabled?: boolean
}

export function PictureField({ label, hint, value, onValueChange, error, disabled = false }: Props) {
  const t = useTranslate()
  const id = useId()
  const { state, shown, take, retry, remove } = usePicture({ value, onValueChange })
  const first = useRef<HTMLButtonElement>(null)
  const wrong = state.kind === 'failed' ? state.message : error
  const describedBy = classes(`${id}-hint`, wrong !== undefined && `${id}-error`)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend into its own border
    <div
      role="group"
      data-invalid={wrong !== undefined || undefined}
      aria-labelledby={id}
      aria-describedby={describedBy}
      className="grid gap-2"
    >
      <div>
        <p id={id} className="text-13 font-semibold text-ink-soft">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-13 text-ink-muted">
          {hint ?? t('picture.formats')}
        </p>
      </div>
      <div
        className={classes(
          'overflow-hidden rounded-card border bg-surface',
          wrong === undefined ? 'border-line-strong' : 'border-danger',
        )}
      >
        {shown !== undefined && <Preview address={shown} label={label} state={state} />}
        <div className={classes('flex flex-wrap gap-2 p-3', shown === undefined && 'justify-center py-6')}>
          {state.kind === 'failed' && state.again && <Button onClick={retry}>{t('common.retry')}</Button>}
          <Chooser ref={first} disabled={disabled} onTake={take} replaces={shown !== undefined} />
          {shown !== undefined && (
            <Button
              tone="plain"
              disabled={disabled}
              onClick={() => {
                remove()
                first.current?.focus()
              }}
            >
              {t('picture.remove')}
            </Button>
          )}
        </div>
      </div>
      {wrong !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-13 text-danger">
          {wrong}
        </p>
      )}
    </div>
  )
}

/** Two buttons: files of the device, and the camera on a touch device. */
function Chooser(props: {
  readonly ref: Ref<HTMLButtonElement>
  readonly disabled: boolean
  readonly replaces: boolean
  readonly onTake: (file: File) => void
}) {
  const { ref, disabled, replaces, onTake } = props
  const t = useTranslate()
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const input = { type: 'file', accept: UPLOAD.types.join(','), hidden: true, disabled, onChange: chosen } as const
  function chosen(event: React.ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // The same file may be chosen again.
    event.target.value = ''
    if (file !== undefined) onTake(file)
  }
  return (
    <>
      <input ref={files} {...input} />
      <input ref={camera} {...input} capture="environment" />
      <Button ref={ref} tone="plain" disabled={disabled} onClick={() => files.current?.click()}>
        {replaces ? t('picture.replace') : t('picture.choose')}
      </Button>
      <Button tone="plain" disabled={disabled} onClick={() => camera.current?.click()} className="pointer-fine:hidden">
        <Icon.Camera size={20} />
        {t('picture.take')}
      </Button>
    </>
  )
}

function Preview({
  address,
  label,
  state,
}: {
  readonly address: string
  readonly label: string
  readonly state: PictureState
}) {
  const t = useTranslate()
  const percent = state.kind === 'sending' ? percentOf(state.share) : undefined
  // The URL of a picture expires after some minutes, but a form that stays open longer still has the picture.
  const [hidden, setHidden] = useState<string>()
  if (hidden === address && (state.kind === 'failed' || state.kind === 'sending')) return null
  if (hidden === address)
    return (
      <p className="flex items-center justify-center gap-2 bg-fill py-6 text-13 text-ink-soft">
        <Icon.Check size={18} />
        {t('picture.sent')}
      </p>
    )
  return (
    <div className="relative grid place-items-center bg-fill">
      <img
        onError={() => setHidden(address)}
        src={address}
        alt={t('picture.preview', { label })}
        className={classes('max-h-56 object-contain', percent !== undefined && 'opacity-60')}
      />
      {percent !== undefined && (
        <progress
          aria-label={t('picture.sending')}
          value={percent}
          max={100}
          className="absolute inset-x-0 bottom-0 h-1 w-full accent-accent"
        />
      )}
      <p
        role="status"
        className="absolute start-2 bottom-2 rounded-control bg-surface px-2 py-0.5 text-12 font-semibold empty:hidden"
      >
        {state.kind === 'sending' && t('picture.sending')}
        {state.kind === 'kept' && t('picture.sent')}
      </p>
    </div>
  )
}

type Kept = Pick<Props, 'value' | 'onValueChange'>

/** One upload at a time: a new one aborts the previous one. */
function usePicture({ value, onValueChange }: Kept) {
  const t = useTranslate()
  const [state, setState] = useState<PictureState>({ kind: 'empty' })
  const [file, setFile] = useState<File>()
  const local = useObjectUrl(file)
  const running = useRef<AbortController>(undefined)
  const tell = useRef(onValueChange)
  tell.current = onValueChange

  useEffect(() => () => running.current?.abort(), [])

  async function take(taken: File): Promise<void> {
    const control = begin()
    tell.current(undefined)
    const head = new Uint8Array(await taken.slice(0, HEAD_BYTES).arrayBuffer())
    if (control.signal.aborted) return
    const fault = pictureFault({ size: taken.size, head })
    setFile(fault === undefined ? taken : undefined)
    if (fault !== undefined) return setState({ kind: 'failed', message: t(`refusals.${fault}`), again: false })
    await send(taken, control.signal)
  }

  async function send(taken: File, signal: AbortSignal): Promise<void> {
    setState({ kind: 'sending', share: 0 })
    try {
      const { url } = await uploadPicture(taken, {
        signal,
        onProgress: (share) => !signal.aborted && setState({ kind: 'sending', share }),
      })
      if (signal.aborted) return
      setState({ kind: 'kept' })
      tell.current(url)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof CallFailed)) throw error
      setState({ kind: 'failed', message: error.message, again: !isFinalRefusal(error) })
    }
  }

  function begin(): AbortController {
    running.current?.abort()
    running.current = new AbortController()
    return running.current
  }

  // The form has removed the stored picture.
  const gone = state.kind === 'kept' && value === undefined
  return {
    state: gone ? ({ kind: 'empty' } as const) : state,
    shown: gone ? undefined : (local ?? value),
    take: (taken: File) => void take(taken),
    retry: () => file !== undefined && void send(file, begin().signal),
    remove: () => {
      begin()
      setFile(undefined)
      setState({ kind: 'empty' })
      tell.current(undefined)
    },
  }
}

/** An address of the chosen file for an `img`, released when another file is chosen. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = file && URL.createObjectURL(file)
    setUrl(made)
    return () => {
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
