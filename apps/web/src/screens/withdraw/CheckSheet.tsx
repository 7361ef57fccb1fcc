/** The review before a withdrawal: amount, fee, payout and destination. A payment cannot be reversed. */
import { DRAW_TYPE, type DrawMethod } from '@veritick/contract'
import { Button, CopyLine, Line, Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { AttemptLine, type Previous } from '../../submit/AttemptLine.tsx'
import { AllDigits, Received } from './PayoutBlock.tsx'
import type { Withdrawal } from './useWithdrawal.tsx'
import { payoutIn, positionFault, type WithdrawCurrency } from './withdraw.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly method: DrawMethod
  readonly currency: WithdrawCurrency
  readonly amount: string
  readonly withdrawal: Withdrawal
  readonly previous: Previous | undefined
  readonly onConfirm: () => void
}

export function CheckSheet(props: Props) {
  const { open, onOpenChange, method, currency, amount, withdrawal, previous, onConfirm } = props
  const t = useTranslate()
  const offline = useOffline()
  const payout = payoutIn(amount, currency)
  const coin = method.type === DRAW_TYPE.coin
  const { attempt } = withdrawal
  // The server's sentence is about an order; here an open position blocks the withdrawal.
  const fault = attempt.state === 'refused' ? positionFault(attempt.reason) : undefined
  const told = fault === undefined ? attempt : { ...attempt, message: t(`withdraw.${fault}`) }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('withdraw.check_title')}
      footer={
        <div className="grid gap-2">
          <AttemptLine attempt={told} slow={withdrawal.slow} previous={previous} offline={offline} />
          <Button
            large
            busy={withdrawal.attempt.state === 'sending'}
            disabled={offline !== undefined}
            onClick={onConfirm}
          >
            {t('withdraw.confirm')}
          </Button>
        </div>
      }
    >
      <dl>
        <Line label={t('withdraw.amount')}>
          <AllDigits amount={payout.amount} />
        </Line>
        <Line label={t('withdraw.fee')}>
          <AllDigits amount={payout.fee} />
        </Line>
        <Line label={t('withdraw.arrives')}>
          <Received units={payout.received} currency={currency} className="text-17" />
        </Line>
        {coin ? (
          <Line label={t('withdraw.network')}>
            <bdi>{method.draw_currency.protocol}</bdi>
          </Line>
        ) : (
          <>
            <Line label={t('bank.payee_name')}>
              <bdi>{method.payee_name}</bdi>
            </Line>
            <Line label={t('bank.bank_name')}>
              <bdi>{method.bank_name}</bdi>
            </Line>
          </>
        )}
        <CopyLine
          label={coin ? t('withdraw.address') : t('bank.payee_account')}
          value={coin ? method.dc_address : method.payee_account}
        />
      </dl>
      <p className="pt-3 text-13 text-ink-soft">{t('withdraw.check_text')}</p>
      {withdrawal.proof}
    </Sheet>
  )
}
