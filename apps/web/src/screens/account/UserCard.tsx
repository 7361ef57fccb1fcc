/**
 * Name and balance of the account (the customer can hide the balance), its score and the meaning of the score. A tap
 * opens the transactions.
 */
import type { User } from '@veritick/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAccount } from '../../data/live.ts'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import { useOrders } from '../../data/screenQueries.ts'
import { Amount, CopyButton, classes, Icon, IconButton, LinkButton, MailAddress, Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { registerPath, signInPath } from '../../shell/guard.ts'
import { nameOf } from './account.ts'

/** The link covers the whole card; the other buttons of the card are above it. */
const CARD_LINK = 'min-w-0 flex-1 after:absolute after:inset-0 after:rounded-card active:after:bg-fill/40'

const MASKED_KEY = 'veritick.masked'

export function UserCard({ user }: { readonly user: User }) {
  const t = useTranslate()
  const isDemo = user.is_demo === 1
  return (
    <section aria-label={t('shell.account_title')} className="relative rounded-card border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon.Person />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-17 font-bold">
            {isDemo ? t('common.demo_account') : <MailAddress address={nameOf(user)} />}
          </h2>
          <p className="-my-2 flex items-center text-13 text-ink-soft">
            <span>{t('account.uid', { uid: user.uid })}</span>
            <span className="relative z-1">
              <CopyButton text={user.uid} label={t('account.copy_uid')} />
            </span>
          </p>
        </div>
      </div>
      <Balance user={user} />
      {isDemo ? <ToReal /> : <MoneyLinks />}
      {!isDemo && <Score score={user.credit_score} />}
    </section>
  )
}

function MoneyLinks() {
  const t = useTranslate()
  return (
    <div className="relative z-1 mt-4 grid grid-cols-2 gap-2">
      <LinkButton to="/mine/charge">{t('account.row_deposit')}</LinkButton>
      <LinkButton to="/mine/withdraw" tone="plain">
        {t('account.row_withdraw')}
      </LinkButton>
    </div>
  )
}

/** The ways to a real account. Demo money is neither deposited nor withdrawn: both calls would be refused. */
function ToReal() {
  const t = useTranslate()
  return (
    <div className="relative z-1 mt-4 grid gap-2">
      <LinkButton to={registerPath('/mine')}>{t('fields.real_only_register')}</LinkButton>
      <LinkButton to={signInPath('/mine')} tone="plain">
        {t('account.real_sign_in')}
      </LinkButton>
      <p className="text-13 text-ink-soft">{t('account.real_note')}</p>
    </div>
  )
}

function Balance({ user }: { readonly user: User }) {
  const t = useTranslate()
  const [masked, setMasked] = useState(readLocal(MASKED_KEY) === '1')
  const live = useAccount()
  const read = useOrders(1).data?.pages[0]
  const toggle = () => {
    writeLocal(MASKED_KEY, masked ? undefined : '1')
    setMasked(!masked)
  }
  return (
    <div className="mt-3 flex items-end gap-1">
      <Link to="/mine/history" className={CARD_LINK}>
        <span className="block text-13 text-ink-muted">{t('account.balance')}</span>
        <span className="block text-28 font-bold">
          <bdi dir="ltr">
            {masked ? <Hidden /> : <Amount value={live?.Balance ?? read?.balance ?? user.balance} down />}{' '}
            <span className="text-13 font-semibold text-ink-soft">{t('common.usd')}</span>
          </bdi>
        </span>
        <span className="block text-13 text-ink-soft">
          {t('trade.free_margin')}{' '}
          <span className="font-semibold">
            {masked ? <Hidden /> : <Amount value={live?.FreeMargin ?? read?.free_margin} down currency />}
          </span>
        </span>
      </Link>
      <IconButton
        label={t(masked ? 'account.unmask' : 'account.mask')}
        onClick={toggle}
        className="relative z-1 text-ink-muted"
      >
        {masked ? <Icon.EyeOff /> : <Icon.Eye />}
      </IconButton>
    </div>
  )
}

function Hidden() {
  const t = useTranslate()
  return (
    <>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">{t('account.masked')}</span>
    </>
  )
}

function Score({ score }: { readonly score: number }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classes(
          'relative z-1 mt-3 -mb-2 flex touch w-full items-center gap-2',
          'border-t border-line pt-1 text-start text-ink-soft',
        )}
      >
        <span className="flex-1">{t('account.score')}</span>
        <bdi className="font-bold text-ink tabular-nums">{score}</bdi>
        <Icon.Next size={20} className="text-ink-muted" />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('account.score_title', { score })}>
        <div className="grid gap-3 text-ink-soft">
          <p>{t('account.score_what')}</p>
          <p>{t('account.score_who')}</p>
          <p>{t('account.score_gates')}</p>
        </div>
      </Sheet>
    </>
  )
}
