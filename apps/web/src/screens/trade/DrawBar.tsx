/**
 * A bar over the chart while a drawing is made or selected: the next step, and buttons to delete or rewrite the
 * drawing. It takes no height from the chart, and is above the time axis, because the values of the candle are at the
 * top.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { Button, classes, Field, Icon, Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Drawing, type DrawTool, NOTE_MAX, TOOL_POINTS } from './drawings.ts'
import type { Drawings } from './useDrawings.ts'

export function DrawBar({ drawings }: { readonly drawings: Drawings }) {
  const t = useTranslate()
  const { tool, selected, cancel, remove, deselect } = drawings
  useCancelKeys(drawings)
  const [writing, setWriting] = useState<string>()
  // A new note opens the sheet for its text.
  const isNew = selected?.tool === 'text' && selected.text === ''
  const note = isNew || writing === selected?.id ? selected : undefined
  return (
    <>
      <p role="status" className="sr-only">
        {tool !== undefined && t(`trade.${hintOf(tool)}`)}
      </p>
      {tool !== undefined && (
        <Bar>
          <span className="px-2">{t(`trade.${hintOf(tool)}`)}</span>
          <BarButton label={t('common.cancel')} onClick={cancel}>
            {t('common.cancel')}
          </BarButton>
        </Bar>
      )}
      {tool === undefined && selected !== undefined && (
        <Bar>
          <span className="truncate px-2">{t(`trade.draw_${selected.tool}`)}</span>
          {selected.tool === 'text' && (
            <BarButton label={t('trade.draw_edit_text')} onClick={() => setWriting(selected.id)}>
              {t('trade.draw_edit_text')}
            </BarButton>
          )}
          <BarButton label={t('trade.draw_delete')} danger onClick={() => remove(selected.id)}>
            <Icon.Trash size={20} />
          </BarButton>
          <BarButton label={t('common.close')} onClick={deselect}>
            <Icon.Close size={20} />
          </BarButton>
        </Bar>
      )}
      {note !== undefined && (
        <NoteSheet
          key={note.id}
          note={note}
          onSave={(text) => drawings.write(note.id, text)}
          onClose={(text) => {
            setWriting(undefined)
            if (text === '') remove(note.id)
          }}
        />
      )}
    </>
  )
}

/** The hint with the number of taps for the tool. */
function hintOf(tool: DrawTool): 'draw_swipe' | 'draw_tap' | 'draw_tap_twice' | 'draw_tap_three_times' {
  const taps = TOOL_POINTS[tool]
  if (taps === undefined) return 'draw_swipe'
  if (taps === 1) return 'draw_tap'
  return taps === 2 ? 'draw_tap_twice' : 'draw_tap_three_times'
}

function Bar({ children }: { readonly children: ReactNode }) {
  return (
    <div dir="auto" className="pointer-events-none absolute inset-x-2 bottom-9 z-1 flex justify-center">
      <div className={BAR}>{children}</div>
    </div>
  )
}

const BAR =
  'pointer-events-auto flex max-w-full items-center gap-1 rounded-card border border-line bg-raised ps-2 text-13'

type BarButtonProps = {
  readonly label: string
  readonly danger?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function BarButton({ label, danger = false, onClick, children }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={classes(
        'inline-flex touch shrink-0 items-center justify-center rounded-control px-2 font-semibold active:bg-fill',
        danger ? 'text-danger' : 'text-accent',
      )}
    >
      {children}
    </button>
  )
}

/** Escape ends drawing, Delete removes the selected drawing. Keys in a field do not reach the chart. */
function useCancelKeys({ tool, selected, cancel, remove }: Drawings): void {
  useEffect(() => {
    if (tool === undefined && selected === undefined) return
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, [role=dialog]') !== null) return
      if (event.key === 'Escape' && tool !== undefined) {
        event.preventDefault()
        cancel()
      } else if ((event.key === 'Delete' || event.key === 'Backspace') && selected !== undefined) remove(selected.id)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [tool, selected, cancel, remove])
}

type NoteProps = {
  readonly note: Drawing
  readonly onSave: (text: string) => void
  /** Called with the text of the note. */
  readonly onClose: (text: string) => void
}

function NoteSheet({ note, onSave, onClose }: NoteProps) {
  const t = useTranslate()
  const [text, setText] = useState(note.text)
  const [open, setOpen] = useState(true)
  const [kept, setKept] = useState(note.text)
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      onOpenChangeComplete={(shown) => !shown && onClose(kept)}
      title={t('trade.draw_text')}
      footer={
        <div className="grid">
          <Button type="submit" form="veritick-note" large disabled={text.trim() === ''}>
            {t('trade.draw_save_text')}
          </Button>
        </div>
      }
    >
      <form
        id="veritick-note"
        className="pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() === '') return
          setKept(text.trim())
          onSave(text.trim())
          setOpen(false)
        }}
      >
        <Field
          label={t('trade.draw_note')}
          autoComplete="off"
          value={text}
          maxLength={NOTE_MAX}
          onValueChange={setText}
        />
      </form>
    </Sheet>
  )
}
