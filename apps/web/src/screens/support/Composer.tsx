/**
 * The input of a message. With a keyboard Enter sends and Shift with Enter begins a line; on a touch keyboard Enter
 * begins a line. If the browser does not shrink the page for the keyboard, the composer moves above the keyboard.
 */
import { SUPPORT, UPLOAD } from '@veritick/contract'
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { CallFailed } from '../../data/api.ts'
import { uploadPicture } from '../../data/files.ts'
import { classes, Icon, IconButton, Spinner } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { useDraft } from '../../shell/useDraft.ts'
import { draftFault, keyboardInset } from './chat.ts'
import { send, typing } from './chatStore.ts'
import { lengthValues } from './lengthValues.ts'

const ROWS_MAX = 5

export function Composer({ mayAttach, onSent }: { readonly mayAttach: boolean; readonly onSent: () => void }) {
  const t = useTranslate()
  const id = useId()
  const [{ text }, write] = useDraft('support chat', { text: '' })
  const attachment = useAttachment()
  const field = useRef<HTMLTextAreaElement>(null)
  const inset = useKeyboardInset()
  const fault = draftFault(text)
  const maySend = fault === undefined || (fault === 'empty' && attachment.url !== undefined)
  const submit = () => {
    if (!maySend || attachment.busy) return
    send({ text, picture: attachment.url })
    write({ text: '' })
    attachment.remove()
    field.current?.focus()
    onSent()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (!matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    submit()
  }
  return (
    <div
      className="border-t border-line bg-surface px-4 pt-2 pb-[calc(0.5rem+var(--safe-bottom))]"
      style={{ marginBottom: inset }}
    >
      <Attached {...attachment} />
      {fault === 'too_long' && <TooLong id={`${id}-fault`} length={text.trim().length} />}
      <div className={classes('-me-2.5 flex items-end gap-1', mayAttach && '-ms-2.5')}>
        {mayAttach && <Attach busy={attachment.busy} onTake={attachment.take} />}
        <textarea
          ref={field}
          aria-label={t('support.message')}
          aria-invalid={fault === 'too_long' || undefined}
          aria-describedby={fault === 'too_long' ? `${id}-fault` : undefined}
          placeholder={t('support.placeholder')}
          value={text}
          rows={Math.min(ROWS_MAX, text.split('\n').length)}
          dir="auto"
          autoComplete="off"
          onKeyDown={pressed}
          onChange={(event) => {
            write({ text: event.target.value })
            typing()
          }}
          className={classes(
            'max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-line-strong',
            'bg-surface px-3 py-2 text-17 text-ink outline-none [field-sizing:content] placeholder:text-ink-muted',
            'focus:border-accent focus:outline-1 focus:outline-accent',
          )}
        />
        <IconButton
          label={t('support.send')}
          disabled={!maySend || attachment.busy}
          onClick={submit}
          className={classes('text-accent!', (!maySend || attachment.busy) && 'opacity-45')}
        >
          <Icon.Send />
        </IconButton>
      </div>
      {!mayAttach && <p className="pt-1 text-12 text-ink-muted">{t('support.pictures_real')}</p>}
    </div>
  )
}

function TooLong({ id, length }: { readonly id: string; readonly length: number }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <p id={id} role="alert" className="pb-1 text-13 text-danger">
      {t('support.too_long', lengthValues({ length, max: SUPPORT.textMax, tag }))}
    </p>
  )
}

function Attach({ busy, onTake }: { readonly busy: boolean; readonly onTake: (file: File) => void }) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file may be chosen again.
    event.target.value = ''
    if (file !== undefined) onTake(file)
  }
  return (
    <>
      <input ref={input} type="file" accept={UPLOAD.types.join(',')} hidden onChange={chosen} />
      <IconButton label={t('support.attach')} disabled={busy} onClick={() => input.current?.click()}>
        {busy ? <Spinner /> : <Icon.Camera />}
      </IconButton>
    </>
  )
}

type Attachment = {
  /** The URL from the answer of the upload. */
  readonly url: string | undefined
  readonly busy: boolean
  readonly failure: string | undefined
  readonly remove: () => void
}

function Attached({ url, busy, failure, remove }: Attachment) {
  const t = useTranslate()
  return (
    <>
      <p role="status" className="text-13 text-ink-soft empty:hidden">
        {busy && t('support.picture_uploading')}
      </p>
      {failure !== undefined && (
        <p role="alert" className="pb-1 text-13 text-danger">
          {failure}
        </p>
      )}
      {url !== undefined && (
        <div className="flex items-center gap-2 px-2 pb-2">
          <img
            src={url}
            alt={t('picture.preview', { label: t('support.message') })}
            className="h-16 rounded-control bg-fill"
          />
          <IconButton label={t('support.remove_picture')} onClick={remove}>
            <Icon.Close size={20} />
          </IconButton>
        </div>
      )}
    </>
  )
}

/** One picture of the next message, uploaded at once. The server checks the picture; a new picture replaces it. */
function useAttachment(): Attachment & { readonly take: (file: File) => void } {
  const [state, setState] = useState<Pick<Attachment, 'url' | 'busy' | 'failure'>>(NO_PICTURE)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const take = async (file: File) => {
    const signal = begin()
    setState({ ...NO_PICTURE, busy: true })
    try {
      const { url } = await uploadPicture(file, { signal, onProgress: () => undefined })
      if (!signal.aborted) setState({ ...NO_PICTURE, url })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof CallFailed)) throw error
      setState({ ...NO_PICTURE, failure: error.message })
    }
  }
  const remove = () => {
    begin()
    setState(NO_PICTURE)
  }
  return { ...state, take: (file) => void take(file), remove }
}

const NO_PICTURE = { url: undefined, busy: false, failure: undefined } as const

function useKeyboardInset(): number {
  const [inset, setInset] = useState(0)
  useEffect(() => {
    const view = window.visualViewport
    if (view === null) return
    const measure = () => setInset(keyboardInset({ ...sizeOf(view), innerHeight: window.innerHeight }))
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [])
  return inset
}

/** A zoomed page has a smaller visible part without a keyboard. */
function sizeOf({ height, offsetTop, scale }: VisualViewport) {
  return scale > 1 ? { height: window.innerHeight, offsetTop: 0 } : { height, offsetTop }
}
