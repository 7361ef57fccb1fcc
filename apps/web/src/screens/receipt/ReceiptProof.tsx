/** A receipt as facts: the events of the order, the place of each event in the journal, and the head of its proof. */
import { lotsText, type WireReceipt } from '@veritick/contract'
import { Amount, Line } from '../../design/index.ts'
import { formatWhole } from '../../format/money.ts'
import { formatMoment } from '../../format/time.ts'
import { useFigure, useTag, useTranslate } from '../../i18n/i18n.ts'
import { END_WORDS, reasonText } from './endings.ts'
import { type Fact, type Step, stepsOf, tradedOf } from './receipt.ts'

type Props = {
  readonly receipt: WireReceipt
  readonly precision: number
  /** The display code of the instrument, where the order is known. */
  readonly showCode?: string
}

export function ReceiptProof({ receipt, precision, showCode }: Props) {
  const t = useTranslate()
  return (
    <>
      <TradedLine receipt={receipt} showCode={showCode} />
      <p className="pb-3 text-ink-soft">{t('receipt.lead')}</p>
      <ol aria-label={t('receipt.steps')} className="grid gap-3">
        {stepsOf(receipt, precision).map((step) => (
          <li key={step.sequence} className="rounded-card border border-line px-3 py-2.5">
            <StepCard step={step} />
          </li>
        ))}
      </ol>
      <section className="pt-4">
        <h3 className="pb-1 font-bold">{t('receipt.head')}</h3>
        <dl>
          <Line label={t('receipt.head_size')}>
            <bdi>{receipt.head.size}</bdi>
          </Line>
        </dl>
        <HashLine label={t('receipt.head_hash')} value={receipt.head.hash} />
        <HashLine label={t('receipt.head_root')} value={receipt.head.root} />
      </section>
    </>
  )
}

type TradedProps = { readonly receipt: WireReceipt; readonly showCode: string | undefined }

/** Side, size, instrument and leverage of the order, as the journal has them. */
function TradedLine({ receipt, showCode }: TradedProps) {
  const t = useTranslate()
  const figure = useFigure()
  const traded = tradedOf(receipt)
  if (traded === undefined) return null
  const { code, side, lots, leverage } = traded
  return (
    <p className="pb-2 font-bold">
      {t(`common.${side}`)} <bdi>{figure(lotsText(lots))}</bdi>{' '}
      <bdi>{namesInstrument(showCode, code) ? showCode : code}</bdi>
      {' · '}
      <bdi dir="ltr">1:{leverage}</bdi>
    </p>
  )
}

/** Whether a display code names the instrument of the receipt: the code with signs between its letters. */
const namesInstrument = (showCode: string | undefined, code: string): boolean =>
  showCode?.replace(/[^A-Z0-9]/gi, '') === code

function StepCard({ step }: { readonly step: Step }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <>
      <h3 className="font-bold">{t(`receipt.${step.kind}`)}</h3>
      <p className="text-13 text-ink-muted">
        <bdi>{formatMoment(step.at, { tag, zoned: true })}</bdi> ·{' '}
        {t('receipt.event', { sequence: step.sequence, batch: step.batch })}
      </p>
      <dl className="pt-1">
        {step.facts.map((fact) => (
          <Line key={fact.label} label={t(`receipt.${fact.label}`)}>
            <FactValue fact={fact} />
          </Line>
        ))}
        <Line label={t('receipt.path')}>{t('receipt.hashes', { count: step.hashes })}</Line>
      </dl>
      <HashLine label={t('receipt.batch_hash')} value={step.batchHash} />
    </>
  )
}

function FactValue({ fact }: { readonly fact: Fact }) {
  const t = useTranslate()
  const tag = useTag()
  const figure = useFigure()
  switch (fact.kind) {
    case 'off':
      return t('receipt.off')
    case 'money':
      return (
        <Amount value={fact.value} decimals={6} signed={fact.label === 'profit' || fact.label === 'amount'} currency />
      )
    case 'lots':
      return <bdi>{figure(lotsText(fact.value))}</bdi>
    case 'reason': {
      const reason = END_WORDS.find((each) => each === fact.value)
      return reason === undefined ? fact.value : reasonText(t, { reason, cancelled: fact.cancelled })
    }
    case 'price':
      return <Figure>{fact.values.map(figure).join(' · ')}</Figure>
    case 'whole':
      return <Figure>{formatWhole(fact.value, tag)}</Figure>
    case 'text':
      return <Figure>{fact.value}</Figure>
  }
}

function Figure({ children }: { readonly children: string }) {
  return (
    <bdi dir="ltr" className="tabular-nums">
      {children}
    </bdi>
  )
}

function HashLine({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p className="pt-1 text-12 text-ink-muted">
      {label}{' '}
      <code dir="ltr" className="block break-all text-ink-soft">
        {value}
      </code>
    </p>
  )
}
