/** Deposits, newest first; a tap opens the timeline of a deposit in a sheet. */
import { CHARGE_STATUS, CHARGE_TYPE, type ChargeRecord } from '@veritick/contract'
import type { useDeposits } from '../../data/money.ts'
import { Amount, Button, CopyLine, Icon, Line, toast } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { decimalsShown } from '../money/amounts.ts'
import { BeingChecked } from '../money/BeingChecked.tsx'
import { RecordRow, StandingTag } from '../money/RecordRow.tsx'
import { RecordSheets } from '../money/RecordSheets.tsx'
import { Timeline } from '../money/Timeline.tsx'
import { depositSteps, standingOf } from '../money/timeline.ts'
import { leaveForCardPayment } from './cardPayment.ts'
import { amountShown, isDollar } from './deposit.ts'

type Props = {
  readonly list: ReturnType<typeof useDeposits>
  readonly usualMinutes: number | undefined
  /** Opened at once: the deposit of the card payment that the customer returns from. */
  readonly opened: number | undefined
  readonly onNew: () => void
}

const ICONS = { [CHARGE_TYPE.coin]: Icon.Coin, [CHARGE_TYPE.bank]: Icon.Bank, [CHARGE_TYPE.card]: Icon.Card } as const

export function DepositList({ list, usualMinutes, opened, onNew }: Props) {
  const t = useTranslate()
  const [title, text, begin] = [t('deposit.empty'), t('deposit.empty_text'), t('deposit.tab_new')]
  return (
    <RecordSheets
      label={t('deposit.tab_records')}
      list={list}
      opened={opened}
      empty={{ title, text, begin, onNew }}
      sheetTitle={t('deposit.deposit_title')}
      row={(record, onOpen) => <DepositRow record={record} onOpen={onOpen} />}
      details={(record) =>
        record.needs_check ? (
          <BeingChecked record={record} text={t('deposit.needs_check_text')} />
        ) : (
          <Details record={record} usualMinutes={usualMinutes} />
        )
      }
      action={(record) => (record.pay_url === '' ? undefined : <GoOn record={record} />)}
    />
  )
}

/** Link back to the page of the card provider. */
function GoOn({ record }: { readonly record: ChargeRecord }) {
  const t = useTranslate()
  return (
    <Button
      large
      onClick={() =>
        leaveForCardPayment({ id: record.id, url: record.pay_url }) ||
        toast({ text: t('deposit.card_address_wrong'), tone: 'bad' })
      }
    >
      {t('deposit.go_on')}
    </Button>
  )
}

function DepositRow({ record, onOpen }: { readonly record: ChargeRecord; readonly onOpen: () => void }) {
  const KindIcon = ICONS[record.type]
  const t = useTranslate()
  return (
    <RecordRow
      icon={<KindIcon size={22} />}
      title={
        record.type === CHARGE_TYPE.coin && !record.needs_check ? (
          <bdi>{[record.currency_code, record.protocol_code].join(' ')}</bdi>
        ) : (
          t(`deposit.method_${record.type}`)
        )
      }
      aside={record.needs_check ? '' : <Shown {...amountShown(record)} />}
      at={record.created_at}
      standing={record.needs_check ? 'open' : standingOf(depositSteps(record))}
      status={record.status_name}
      onOpen={onOpen}
    />
  )
}

function Shown({ amount, currency }: ReturnType<typeof amountShown>) {
  return (
    <bdi dir="ltr">
      <Amount value={amount} decimals={decimalsShown(amount)} /> {currency}
    </bdi>
  )
}

function Details({
  record,
  usualMinutes,
}: {
  readonly record: ChargeRecord
  readonly usualMinutes: number | undefined
}) {
  const t = useTranslate()
  const tag = useTag()
  const steps = depositSteps(record)
  return (
    <div className="grid gap-5">
      <dl>
        <Line label={t('money.status')}>
          <StandingTag standing={standingOf(steps)}>{record.status_name}</StandingTag>
        </Line>
        <Line label={t('deposit.paid_by')}>
          {t(`deposit.method_${record.type}`)} {record.protocol_code !== '' && <bdi>{record.protocol_code}</bdi>}
        </Line>
        <Line label={t('deposit.reported_amount')}>
          <Shown amount={record.number} currency={record.currency_code} />
        </Line>
        {!isDollar({ currency: record.currency_code, usd: record.usd_price }) && (
          <>
            <Line label={t('withdraw.price', { code: record.currency_code })}>
              <Amount value={record.usd_price} decimals={decimalsShown(record.usd_price)} currency />
            </Line>
            <Line label={t('deposit.worth')}>
              <Amount value={record.usd} decimals={decimalsShown(record.usd)} currency />
            </Line>
          </>
        )}
        {record.credited !== null && (
          <Line label={t('deposit.credited')}>
            <Amount value={record.credited} decimals={decimalsShown(record.credited)} currency />
          </Line>
        )}
        <Line label={t('money.number')}>
          <bdi>{record.id}</bdi>
        </Line>
        {record.expires_at !== null && (
          <Line label={t('deposit.expires')}>
            <bdi>{formatMoment(Date.parse(record.expires_at), { tag })}</bdi>
          </Line>
        )}
        {record.paid_to !== '' && <CopyLine label={t('deposit.paid_to')} value={record.paid_to} />}
        {record.tx_hash !== '' && <CopyLine label={t('deposit.transaction')} value={record.tx_hash} />}
        {record.reference !== '' && <CopyLine label={t('deposit.reference')} value={record.reference} />}
      </dl>
      <Timeline
        label={t('timeline.label')}
        steps={steps}
        usualMinutes={record.status === CHARGE_STATUS.begun ? undefined : usualMinutes}
      />
    </div>
  )
}
