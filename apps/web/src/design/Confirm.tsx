/** A dialog that asks for confirmation. The safe button has the focus. */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { Button } from './Button.tsx'
import { STAYS, useBackCloses, useIsShown } from './layers.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly text?: ReactNode
  readonly confirmLabel: string
  /** Label of the safe button. Default: Cancel. */
  readonly keepLabel?: string
  readonly onConfirm: () => void
  readonly tone?: 'accent' | 'danger'
  /** The action is on its way: the question stays until its answer, also for Escape and for going back. */
  readonly busy?: boolean
  /** Disables the confirm button. */
  readonly disabled?: boolean
}

export function Confirm({
  open,
  onOpenChange,
  title,
  text,
  confirmLabel,
  keepLabel,
  onConfirm,
  tone = 'accent',
  busy = false,
  disabled = false,
}: Props) {
  const t = useTranslate()
  const safe = useRef<HTMLButtonElement>(null)
  const shown = useIsShown()
  useBackCloses(open && shown, () => (busy ? STAYS : onOpenChange(false)))
  if (!shown) return null
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 bg-scrim transition-opacity duration-(--quick) data-starting-style:opacity-0 data-ending-style:opacity-0"
        />
        <AlertDialog.Viewport className="fixed inset-0 grid grid-cols-1 place-items-center p-[min(1.5rem,24px)]">
          <AlertDialog.Popup
            initialFocus={safe}
            className="max-h-[calc(100dvh-3rem)] w-full max-w-84 overflow-y-auto rounded-card bg-surface p-[min(1.25rem,20px)] text-ink outline-none transition-[opacity,scale] duration-(--quick) ease-app data-starting-style:scale-96 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            <AlertDialog.Title className="text-17 font-bold">{title}</AlertDialog.Title>
            {text !== undefined && (
              <AlertDialog.Description render={<div />} className="mt-2 text-ink-soft">
                {text}
              </AlertDialog.Description>
            )}
            <div className="mt-5 grid grid-cols-2 gap-2">
              <AlertDialog.Close ref={safe} render={<Button tone="plain" disabled={busy} />}>
                {keepLabel ?? t('common.cancel')}
              </AlertDialog.Close>
              <Button tone={tone} busy={busy} disabled={disabled} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
