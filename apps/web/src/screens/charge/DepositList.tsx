/** Deposits, newest first, each with its whole way in a sheet. */
import { CHARGE_STATUS, CHARGE_TYPE, type ChargeRecord } from '@veritick/contract'
import { useState } from 'react'
import type { useCharges } from '../../data/money.ts'
import { rowsIn } from '../../data/paging.ts'
import { Amount, Button, CopyLine, Empty, Icon, Line, Sheet, toast } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../words/words.ts'
import { decimalsShown } from '../money/amounts.ts'
import { Journey } from '../money/Journey.tsx'
import { depositJourney, standingOf } from '../money/journey.ts'
import { RecordList } from '../money/RecordList.tsx'
import { RecordRow, StandingTag } from '../money/RecordRow.tsx'
import { leaveForCardPayment } from './cardPayment.ts'
import { isDollar } from './charge.ts'

type Props = {
  readonly list: ReturnType<typeof useCharges>
  readonly usualMinutes: number | undefined
  /** Shown at once: the payment one comes back from. */
  readonly opened: number | undefined
  readonly onNew: () => void
}

const ICONS = { [CHARGE_TYPE.coin]: Icon.Coin, [CHARGE_TYPE.bank]: Icon.Bank, [CHARGE_TYPE.card]: Icon.Card } as const

export function DepositList({ list, usualMinutes, opened, onNew }: Props) {
  const t = useTranslate()
  const [open, setOpen] = useState(opened)
  const shown = rowsIn(list.data?.pages ?? [], (record) => record.id).find((record) => record.id === open)
  return (
    <>
      <RecordList
        label={t('charge.tab_records')}
        list={list}
        idOf={(record) => record.id}
        empty={
          <Empty title={t('charge.empty')} text={t('charge.empty_text')} action={<Button onClick={onNew}>{t('charge.tab_new')}</Button>} />
        }
      >
        {(record) => <DepositRow record={record} onOpen={() => setOpen(record.id)} />}
      </RecordList>
      <Sheet
        open={shown !== undefined}
        onOpenChange={(next) => !next && setOpen(undefined)}
        title={t('charge.deposit_title')}
        footer={shown !== undefined && shown.pay_url !== '' ? <GoOn record={shown} /> : undefined}
      >
        {shown && <Details record={shown} usualMinutes={usualMinutes} />}
      </Sheet>
    </>
  )
}

/** Back to the page where the card is typed. */
function GoOn({ record }: { readonly record: ChargeRecord }) {
  const t = useTranslate()
  return (
    <Button
      large
      onClick={() =>
        leaveForCardPayment({ id: record.id, url: record.pay_url }) || toast({ text: t('charge.card_address_wrong'), tone: 'bad' })
      }
    >
      {t('charge.go_on')}
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
        record.type === CHARGE_TYPE.coin ? (
          <bdi>{[record.currency_code, record.protocol_code].join(' ')}</bdi>
        ) : (
          t(`charge.way_${record.type}`)
        )
      }
      aside={<Sent record={record} />}
      at={record.created_at}
      standing={standingOf(depositJourney(record))}
      status={record.status_name}
      onOpen={onOpen}
    />
  )
}

function Sent({ record }: { readonly record: ChargeRecord }) {
  return (
    <bdi dir="ltr">
      <Amount value={record.number} decimals={decimalsShown(record.number)} /> {record.currency_code}
    </bdi>
  )
}

function Details({ record, usualMinutes }: { readonly record: ChargeRecord; readonly usualMinutes: number | undefined }) {
  const t = useTranslate()
  const tag = useTag()
  const journey = depositJourney(record)
  return (
    <div className="grid gap-5">
      <dl>
        <Line label={t('money.status')}>
          <StandingTag standing={standingOf(journey)}>{record.status_name}</StandingTag>
        </Line>
        <Line label={t('charge.paid_by')}>
          {t(`charge.way_${record.type}`)} {record.protocol_code !== '' && <bdi>{record.protocol_code}</bdi>}
        </Line>
        <Line label={t('charge.reported_amount')}>
          <Sent record={record} />
        </Line>
        {!isDollar({ currency: record.currency_code, usd: record.usd_price }) && (
          <>
            <Line label={t('withdraw.price', { code: record.currency_code })}>
              <Amount value={record.usd_price} decimals={decimalsShown(record.usd_price)} currency />
            </Line>
            <Line label={t('charge.worth')}>
              <Amount value={record.usd} decimals={decimalsShown(record.usd)} currency />
            </Line>
          </>
        )}
        {record.credited !== null && (
          <Line label={t('charge.credited')}>
            <Amount value={record.credited} decimals={decimalsShown(record.credited)} currency />
          </Line>
        )}
        <Line label={t('money.number')}>
          <bdi>{record.id}</bdi>
        </Line>
        {record.expires_at !== null && (
          <Line label={t('charge.expires')}>
            <bdi>{formatMoment(Date.parse(record.expires_at), { tag })}</bdi>
          </Line>
        )}
        {record.paid_to !== '' && <CopyLine label={t('charge.paid_to')} value={record.paid_to} />}
        {record.tx_hash !== '' && <CopyLine label={t('charge.transaction')} value={record.tx_hash} />}
        {record.reference !== '' && <CopyLine label={t('charge.reference')} value={record.reference} />}
      </dl>
      <Journey label={t('journey.label')} steps={journey} usualMinutes={record.status === CHARGE_STATUS.begun ? undefined : usualMinutes} />
    </div>
  )
}
