/** The form of one price alert: price with a stepper, repetition, note. It adds an alert or changes one. */
import { type CallInput, PRICE_ALERTS, type PriceAlert, type TradeItem } from '@veritick/contract'
import { type FormEvent, useState } from 'react'
import { call } from '../../data/api.ts'
import { useQuote } from '../../data/live.ts'
import { priceAlertSaved } from '../../data/priceAlerts.ts'
import { Button, Field, SettingRow, Stepper, Switch, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { bodySent, isEdited } from '../../submit/attempt.ts'
import { useAttempt } from '../../submit/useAttempt.ts'
import { useTabStore } from '../../submit/useTabStore.ts'
import { FarQuestion } from '../ticket/FarQuestion.tsx'
import {
  alertSteps,
  type AlertForm as Form,
  faultText,
  formOf,
  intentOf,
  isNoteTooLong,
  readForm,
  termsOf,
} from './priceAlerts.ts'

type Props = {
  readonly item: TradeItem
  /** The alert to change; `undefined`: a new alert. */
  readonly alert: PriceAlert | undefined
  readonly onSaved: () => void
}

export function AlertForm({ item, alert, onSaved }: Props) {
  const t = useTranslate()
  const bid = useQuote(item.Code)?.bid
  const [typed, setTyped] = useState<Form>()
  const [asking, setAsking] = useState(false)
  const { attempt, slow, send, changed, resend, giveUp } = useSave(item, alert, (saved) => {
    priceAlertSaved(saved)
    toast({ text: t('price_alerts.added', { price: saved.price }), tone: 'good' })
    setTyped(undefined)
    onSaved()
  })
  // Until the customer types, a new alert follows the market.
  const form = typed ?? formOf(alert, bid)
  const reading = readForm(form, { bid, decimals: item.PricePrecision }, alert?.price)
  const terms = isNoteTooLong(form) ? undefined : reading?.side && termsOf(form, reading.side)
  const intent = terms && intentOf(alert?.id, terms)
  const set = (changes: Partial<Form>) => {
    setTyped({ ...form, ...changes })
    changed()
  }
  const save = () => {
    setAsking(false)
    if (terms !== undefined && intent !== undefined) void send({ intent, body: { ...terms, forex_id: item.Id } })
  }
  // A price that was confirmed before is not asked about again.
  const far = form.price === alert?.price || bodySent(attempt, intent) !== undefined ? undefined : reading?.far
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (far !== undefined && terms !== undefined) setAsking(true)
    else save()
  }
  const verb = t(alert === undefined ? 'price_alerts.add' : 'price_alerts.save')
  const fault = typed === undefined ? undefined : reading?.fault
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3" noValidate>
      <Stepper
        label={reading?.side === undefined ? t('common.price') : t(`price_alerts.${reading.side}`)}
        labelShown
        value={form.price}
        onValueChange={(price) => set({ price })}
        steps={alertSteps(bid, item.PricePrecision)}
        error={fault && faultText(t, fault, bid)}
      />
      <p className="text-13 text-ink-muted">{t('price_alerts.bid_note', { price: bid ?? '–' })}</p>
      <SettingRow label={t('price_alerts.repeat')} note={t('price_alerts.repeat_note')}>
        <Switch label={t('price_alerts.repeat')} checked={form.repeat} onCheckedChange={(repeat) => set({ repeat })} />
      </SettingRow>
      <NoteField form={form} onNote={(note) => set({ note })} />
      <AttemptLine
        attempt={attempt}
        slow={slow}
        previous={isEdited(attempt, intent) ? { resend, giveUp } : undefined}
      />
      <Button type="submit" large busy={attempt.state === 'sending'} disabled={terms === undefined}>
        {verb}
      </Button>
      <FarQuestion
        open={asking}
        onOpenChange={setAsking}
        text={t('price_alerts.far_text', { price: form.price, distance: far ?? '' })}
        confirmLabel={verb}
        onConfirm={save}
      />
    </form>
  )
}

function NoteField({ form, onNote }: { readonly form: Form; readonly onNote: (note: string) => void }) {
  const t = useTranslate()
  const { length } = form.note
  const fault = isNoteTooLong(form) ? t('price_alerts.note_too_long', { length, max: PRICE_ALERTS.noteMax }) : undefined
  return (
    <Field label={t('price_alerts.note')} value={form.note} onValueChange={onNote} error={fault} autoComplete="off" />
  )
}

function useSave(item: TradeItem, alert: PriceAlert | undefined, done: (saved: PriceAlert) => void) {
  return useAttempt<CallInput<'priceAlertAdd'>, PriceAlert>(
    ({ forex_id, ...terms }, options) =>
      alert === undefined
        ? call('priceAlertAdd', { forex_id, ...terms }, options)
        : call('priceAlertChange', { id: alert.id, ...terms }, options),
    done,
    useTabStore(alert === undefined ? `alert.new.${item.Id}` : `alert.${alert.id}`),
  )
}
