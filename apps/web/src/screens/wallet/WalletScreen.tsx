/** /mine/wallet: balance, reserved amount, and the links to deposits, withdrawals and records. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { queries } from '../../data/queries.ts'
import { Amount, classes, ErrorState, Icon, Line, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { useFunds } from '../money/useFunds.ts'

export function WalletScreen() {
  const t = useTranslate()
  return (
    <Screen title={t('wallet.title')} onRefresh={queries.refreshOrders}>
      <div className="grid gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]">
        <Funds />
        <nav
          aria-label={t('wallet.title')}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          <Row to="/mine/history" icon={<Icon.Orders size={22} />}>
            {t('account.row_history')}
          </Row>
          <Row to="/mine/charge?tab=records" icon={<Icon.Download size={22} />}>
            {t('wallet.deposits')}
          </Row>
          <Row to="/mine/withdraw?tab=records" icon={<Icon.Upload size={22} />}>
            {t('wallet.withdrawals')}
          </Row>
          <Row to="/mine/coin-address-list" icon={<Icon.Coin size={22} />}>
            {t('account.row_coin_list')}
          </Row>
          <Row to="/mine/bank-card-list" icon={<Icon.Bank size={22} />}>
            {t('account.row_bank_list')}
          </Row>
        </nav>
      </div>
    </Screen>
  )
}

function Funds() {
  const t = useTranslate()
  const offline = useOffline()
  const { read, balance, locked, equity, marginFree } = useFunds()
  if (balance === undefined) {
    if (read.isError)
      return <ErrorState text={read.error.message} busy={read.isFetching} onRetry={() => void read.refetch()} />
    return offline === undefined ? <Skeleton className="h-52 rounded-card!" /> : <OfflineState />
  }
  return (
    <section aria-label={t('wallet.balance')} className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <div className={classes(offline !== undefined && 'last-known')}>
        <p className="text-13 text-ink-muted">{t('wallet.balance')}</p>
        <p className="text-28 font-bold">
          <Amount value={balance} currency down />
        </p>
        <dl className="pt-2">
          <Line label={t('wallet.locked')}>
            <Amount value={locked} currency />
          </Line>
          {equity !== undefined && (
            <Line label={t('wallet.equity')}>
              <Amount value={equity} currency down />
            </Line>
          )}
          {marginFree !== undefined && (
            <Line label={t('wallet.free')}>
              <Amount value={marginFree} currency down />
            </Line>
          )}
        </dl>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Link
          to="/mine/charge"
          className="inline-flex touch items-center justify-center rounded-control bg-accent px-3 py-2 text-center font-semibold text-on-accent"
        >
          {t('account.row_deposit')}
        </Link>
        <Link
          to="/mine/withdraw"
          className="inline-flex touch items-center justify-center rounded-control bg-fill px-3 py-2 text-center font-semibold text-ink"
        >
          {t('account.row_withdraw')}
        </Link>
      </div>
    </section>
  )
}

function Row({ to, icon, children }: { readonly to: string; readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <Link to={to} className="flex min-h-14 items-center gap-3 px-4 -outline-offset-2 active:bg-fill">
      <span className="text-ink-soft">{icon}</span>
      <span className="min-w-0 flex-1">{children}</span>
      <Icon.Next size={18} className="shrink-0 text-ink-muted" />
    </Link>
  )
}
