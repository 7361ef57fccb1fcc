/**
 * A statement of a chosen period as a file: CSV in the customer's language, PDF in English. Shows the progress and the
 * reason of a failure.
 */
import type { STATEMENT } from '@veritick/contract'
import { useEffect, useRef, useState } from 'react'
import { CallFailed } from '../../data/api.ts'
import { downloadStatement, saveFile } from '../../data/files.ts'
import { Button, Chips, Field, FormFault, Sheet, Tabs, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { type Period, PRESETS, periodFault, periodOf, presetOf } from './period.ts'

type Format = (typeof STATEMENT.formats)[number]
const FORMATS: readonly Format[] = ['pdf', 'csv']
const KILOBYTE = 1024

type Props = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

export function StatementSheet({ open, onOpenChange }: Props) {
  const t = useTranslate()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('history.statement')}>
      <Statement onDone={() => onOpenChange(false)} />
    </Sheet>
  )
}

function Statement({ onDone }: { readonly onDone: () => void }) {
  const t = useTranslate()
  const offline = useOffline()
  const now = Date.now()
  const [period, setPeriod] = useState<Period>(() => periodOf('month', now))
  const [format, setFormat] = useState<Format>('pdf')
  const [tried, setTried] = useState(false)
  const { state, bring, changed } = useStatement(onDone)
  const fault = periodFault(period)
  const shownFault = fault === 'period_wrong' || tried ? fault : undefined
  const words = shownFault && (shownFault === 'missing' ? t('history.days_missing') : t('refusals.period_wrong'))
  const set = (next: Period) => {
    changed()
    setPeriod(next)
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (fault === undefined) void bring({ ...period, format })
      }}
    >
      <div className="-mx-4">
        <Chips
          label={t('history.period')}
          items={PRESETS.map((value) => ({ value, label: t(`history.preset_${value}`) }))}
          value={presetOf(period, now)}
          onValueChange={(preset) => preset !== undefined && set(periodOf(preset, Date.now()))}
        />
      </div>
      <Days period={period} onChange={set} error={words} max={periodOf('year', now).to} />
      <Tabs
        label={t('history.format')}
        value={format}
        onValueChange={(next) => {
          changed()
          setFormat(next)
        }}
        items={FORMATS.map((value) => ({ value, label: <bdi>{value.toUpperCase()}</bdi> }))}
      />
      <p className="text-13 text-ink-muted">{t(`history.format_${format}`)}</p>
      <FormFault text={state.kind === 'failed' ? state.message : undefined} />
      <Button large type="submit" busy={state.kind === 'coming'} disabled={offline !== undefined}>
        {t('history.download')}
      </Button>
      <p role="status" className="min-h-5 text-center text-13 text-ink-muted">
        {state.kind === 'coming' &&
          (state.bytes === 0
            ? t('history.preparing')
            : t('history.coming', { size: String(Math.ceil(state.bytes / KILOBYTE)) }))}
      </p>
    </form>
  )
}

type DaysProps = {
  readonly period: Period
  readonly onChange: (period: Period) => void
  readonly error: string | undefined
  /** The last day that can be chosen. */
  readonly max: string
}

function Days({ period, onChange, error, max }: DaysProps) {
  const t = useTranslate()
  return (
    <div className="grid grid-cols-1 items-start gap-3 not-wide:min-[400px]:grid-cols-2">
      <Field
        label={t('history.from')}
        type="date"
        value={period.from}
        onValueChange={(from) => onChange({ ...period, from })}
        error={error}
        autoComplete="off"
        max={max}
      />
      <Field
        label={t('history.to')}
        type="date"
        value={period.to}
        onValueChange={(to) => onChange({ ...period, to })}
        autoComplete="off"
        max={max}
      />
    </div>
  )
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'coming'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly message: string }

/** One download at a time; closing the sheet aborts it. */
function useStatement(onDone: () => void) {
  const t = useTranslate()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  async function bring(wanted: Parameters<typeof downloadStatement>[0]): Promise<void> {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setState({ kind: 'coming', bytes: 0 })
    try {
      const file = await downloadStatement(wanted, {
        signal: control.signal,
        onBytes: (bytes) => setState({ kind: 'coming', bytes }),
      })
      saveFile(file)
      setState({ kind: 'idle' })
      toast({ text: t('history.downloaded', { name: file.name }), tone: 'good' })
      onDone()
    } catch (error) {
      if (control.signal.aborted) return
      if (!(error instanceof CallFailed)) throw error
      setState({ kind: 'failed', message: error.message })
    }
  }
  const changed = () => setState((before) => (before.kind === 'failed' ? { kind: 'idle' } : before))
  return { state, bring, changed }
}
