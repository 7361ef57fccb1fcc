/** Everything once more before the tap: how much leaves, what it costs, what arrives, and where; nobody can bring it back. */
import { DRAW_TYPE, type DrawMethod, moneyText } from '@veritick/contract'
import { Amount, Button, CopyLine, Line, Sheet } from '../../design/index.ts'
import { AttemptLine } from '../../sending/AttemptLine.tsx'
import { useAway } from '../../shell/useAway.ts'
import { useTranslate } from '../../words/words.ts'
import { Received } from './PayoutBlock.tsx'
import type { Draw } from './useDraw.tsx'
import { type DrawCurrency, payoutIn } from './withdraw.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly method: DrawMethod
  readonly currency: DrawCurrency
  readonly amount: string
  readonly draw: Draw
  readonly onConfirm: () => void
}

export function CheckSheet({ open, onOpenChange, method, currency, amount, draw, onConfirm }: Props) {
  const t = useTranslate()
  const away = useAway()
  const payout = payoutIn(amount, currency)
  const coin = method.type === DRAW_TYPE.coin
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('withdraw.check_title')}
      footer={
        <div className="grid gap-2">
          <AttemptLine attempt={draw.attempt} slow={draw.slow} />
          <Button large busy={draw.attempt.state === 'sending'} disabled={away !== undefined} onClick={onConfirm}>
            {t('withdraw.confirm')}
          </Button>
        </div>
      }
    >
      <dl>
        <Line label={t('withdraw.amount')}>
          <Amount value={moneyText(payout.amount)} currency />
        </Line>
        <Line label={t('withdraw.fee')}>
          <Amount value={moneyText(payout.fee)} currency />
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
        <CopyLine label={coin ? t('withdraw.address') : t('bank.payee_account')} value={coin ? method.dc_address : method.payee_account} />
      </dl>
      <p className="pt-3 text-13 text-ink-soft">{t('withdraw.check_text')}</p>
      {draw.proof}
    </Sheet>
  )
}
