/** The numbers of one indicator: whole numbers between limits, kept for all instruments on this device. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button, Field, Sheet } from '../../design/index.ts'
import { plainNumber } from '../../design/stepping.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Indicator } from './chartPrefs.ts'
import {
  chooseParams,
  firstParams,
  PARAMS,
  type ParamFault,
  readParams,
  useIndicatorParams,
} from './indicatorParams.ts'

type Props = {
  /** The last indicator stays while the sheet closes. */
  readonly indicator: Indicator | undefined
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function ParamsSheet({ indicator, open, onOpenChange }: Props) {
  if (indicator === undefined) return null
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={<bdi>{indicator}</bdi>}>
      <ParamsForm key={indicator} indicator={indicator} onDone={() => onOpenChange(false)} />
    </Sheet>
  )
}

type FormProps = { readonly indicator: Indicator; readonly onDone: () => void }

function ParamsForm({ indicator, onDone }: FormProps) {
  const t = useTranslate()
  const chosen = useIndicatorParams()[indicator]
  const [typed, setTyped] = useState(() => chosen.map(String))
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  const { params, faults } = readParams(indicator, typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (params === undefined) return setTries((count) => count + 1)
    chooseParams(indicator, params)
    onDone()
  }
  const labelAt = (at: number) => {
    const param = PARAMS[indicator][at]
    return param === undefined ? '' : t(param.label, { number: at + 1 })
  }
  const errorOf = (at: number, fault: ParamFault | undefined) => {
    if (tries === 0 || fault === undefined) return undefined
    const { min = 0, max = 0 } = PARAMS[indicator][at] ?? {}
    if (fault.kind === 'range') return t('trade.param_range', { min, max })
    return t('trade.param_order', { first: labelAt(at), second: t(fault.below.label) })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4 pt-1">
      <div className="grid grid-cols-1 items-start gap-3 not-wide:min-[360px]:grid-cols-2">
        {PARAMS[indicator].map(({ label, min, max }, at) => {
          const error = errorOf(at, faults[at])
          return (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
              key={`${label} ${at}`}
              label={labelAt(at)}
              value={typed[at] ?? ''}
              onValueChange={(text) => setTyped(typed.map((each, place) => (place === at ? plainNumber(text) : each)))}
              error={error}
              hint={error === undefined ? t('trade.param_range', { min, max }) : undefined}
              inputMode="numeric"
              autoComplete="off"
              enterKeyHint="done"
              maxLength={4}
              latin
            />
          )
        })}
      </div>
      <p className="text-13 text-ink-muted">{t('trade.param_note')}</p>
      <Button large type="submit">
        {t('price_alerts.save')}
      </Button>
      <Button tone="quiet" onClick={() => setTyped(firstParams(indicator).map(String))}>
        {t('trade.param_reset')}
      </Button>
    </form>
  )
}
