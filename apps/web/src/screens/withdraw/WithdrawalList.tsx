/**
 * Withdrawals, newest first; a tap opens the timeline of a withdrawal in a sheet. A waiting withdrawal can be
 * cancelled.
 */
import { type CallInput, DRAW_TYPE, type DrawRecord } from '@veritick/contract'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import type { useWithdrawals } from '../../data/money.ts'
import { queries } from '../../data/queries.ts'
import { Amount, Button, Confirm, CopyLine, Icon, Line, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { useAttempt } from '../../submit/useAttempt.ts'
import { decimalsShown } from '../money/amounts.ts'
import { BeingChecked } from '../money/BeingChecked.tsx'
import { RecordRow, StandingTag } from '../money/RecordRow.tsx'
import { RecordSheets } from '../money/RecordSheets.tsx'
import { Timeline } from '../money/Timeline.tsx'
import { standingOf, withdrawalSteps } from '../money/timeline.ts'
import { useSessionStepUp } from '../stepUp/useSessionStepUp.ts'

export function WithdrawalList({
  list,
  onNew,
}: {
  readonly list: ReturnType<typeof useWithdrawals>
  readonly onNew: () => void
}) {
  const t = useTranslate()
  const [title, text, begin] = [t('withdraw.empty'), t('withdraw.empty_text'), t('withdraw.tab_new')]
  return (
    <RecordSheets
      label={t('withdraw.tab_records')}
      list={list}
      empty={{ title, text, begin, onNew }}
      sheetTitle={t('withdraw.record_title')}
      row={(record, onOpen) => <WithdrawalRow record={record} onOpen={onOpen} />}
      details={(record) =>
        record.needs_check ? (
          <BeingChecked record={record} text={t('withdraw.needs_check_text')} />
        ) : (
          <Details record={record} />
        )
      }
      action={(record) => (record.can_cancel ? <CancelWithdrawal record={record} /> : undefined)}
    />
  )
}

function WithdrawalRow({ record, onOpen }: { readonly record: DrawRecord; readonly onOpen: () => void }) {
  const { code, protocol } = record.draw_currency
  return (
    <RecordRow
      icon={record.type === DRAW_TYPE.coin ? <Icon.Coin size={22} /> : <Icon.Bank size={22} />}
      title={<bdi>{[code, protocol].filter((each) => each !== '').join(' ')}</bdi>}
      aside={
        record.needs_check ? '' : <Amount value={record.number} decimals={decimalsShown(record.number)} currency />
      }
      at={record.created_at}
      standing={record.needs_check ? 'open' : standingOf(withdrawalSteps(record))}
      status={record.status_name}
      onOpen={onOpen}
    />
  )
}

function Details({ record }: { readonly record: DrawRecord }) {
  const t = useTranslate()
  const steps = withdrawalSteps(record)
  const coin = record.type === DRAW_TYPE.coin
  return (
    <div className="grid gap-5">
      <dl>
        <Line label={t('money.status')}>
          <StandingTag standing={standingOf(steps)}>{record.status_name}</StandingTag>
        </Line>
        <Line label={t('withdraw.amount')}>
          <Amount value={record.number} decimals={decimalsShown(record.number)} currency />
        </Line>
        <Line label={t('withdraw.fee')}>
          <Amount value={record.fee} decimals={decimalsShown(record.fee)} currency />
        </Line>
        <Line label={t('withdraw.arrives')}>
          <bdi dir="ltr">
            <Amount value={record.real_number} decimals={decimalsShown(record.real_number)} />{' '}
            {record.draw_currency.code}
          </bdi>
        </Line>
        {record.payee_name !== '' && (
          <Line label={t('bank.payee_name')}>
            <bdi>{record.payee_name}</bdi>
          </Line>
        )}
        {record.memo !== '' && (
          <Line label={t('withdraw.memo_given')}>
            <bdi>{record.memo}</bdi>
          </Line>
        )}
        <Line label={t('money.number')}>
          <bdi>{record.id}</bdi>
        </Line>
        <CopyLine
          label={coin ? t('withdraw.address') : t('bank.payee_account')}
          value={coin ? record.address : record.payee_account}
        />
      </dl>
      <Timeline label={t('timeline.label')} steps={steps} usualMinutes={record.usual_minutes} />
    </div>
  )
}

function CancelWithdrawal({ record }: { readonly record: DrawRecord }) {
  const t = useTranslate()
  const [asking, setAsking] = useState(false)
  const { attempt, slow, send, changed } = useAttempt<CallInput<'drawCancel'>, DrawRecord>(
    (body, options) => call('drawCancel', body, options),
    () => {
      setAsking(false)
      toast({ text: t('withdraw.cancelled'), tone: 'good' })
      void queries.refreshOrders()
    },
  )
  const cancel = () => void send({ intent: `cancel ${record.id}`, body: { id: record.id } })
  const stepUp = useSessionStepUp({ attempt, again: cancel, changed })
  return (
    <>
      <Button large tone="plain" onClick={() => setAsking(true)}>
        {t('withdraw.cancel')}
      </Button>
      <Confirm
        open={asking && !stepUp.isOpen}
        onOpenChange={(open) => {
          if (!open) changed()
          setAsking(open)
        }}
        tone="danger"
        title={t('withdraw.cancel_question')}
        confirmLabel={t('withdraw.cancel_confirm')}
        keepLabel={t('withdraw.keep')}
        busy={attempt.state === 'sending'}
        onConfirm={cancel}
        text={
          <div className="grid gap-3">
            <p>{t('withdraw.cancel_text')}</p>
            <AttemptLine attempt={attempt} slow={slow} />
          </div>
        }
      />
      {stepUp.sheet}
    </>
  )
}
