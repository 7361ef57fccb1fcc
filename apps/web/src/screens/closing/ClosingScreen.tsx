/**
 * /mine/close-account: what closing means, what is still in the way with a link to the place that solves it, and
 * closing after a question and a step-up.
 */
import { type ReactNode, useState } from 'react'
import { call } from '../../data/api.ts'
import { useClosingState } from '../../data/screenQueries.ts'
import { Button, ErrorState, Icon, SkeletonRows } from '../../design/index.ts'
import { formatMoney } from '../../format/money.ts'
import { formatDay } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { leaveClosed } from '../../shell/signOut.ts'
import { Notice } from '../money/Notice.tsx'
import { ProvenQuestion } from '../stepUp/ProvenQuestion.tsx'
import { type ClosingState, erasedFrom, isPayable, PLACES } from './closing.ts'

export function ClosingScreen() {
  const t = useTranslate()
  const state = useClosingState()
  return (
    <Screen title={t('closing.title')} onRefresh={state.refetch}>
      <div className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]">
        {state.data !== undefined ? (
          <Closing state={state.data} reread={state.refetch} />
        ) : state.isError ? (
          <ErrorState text={state.error.message} busy={state.isFetching} onRetry={() => void state.refetch()} />
        ) : (
          <SkeletonRows count={4} />
        )}
      </div>
    </Screen>
  )
}

type Props = { readonly state: ClosingState; readonly reread: () => unknown }

function Closing({ state, reread }: Props) {
  const t = useTranslate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p className="text-ink-soft">{t('closing.lead')}</p>
      <Effects state={state} />
      {state.obstacles.length > 0 ? (
        <Obstacles state={state} />
      ) : (
        <Button
          large
          tone="danger"
          className="wide:w-auto wide:min-w-60 wide:justify-self-start"
          onClick={() => setAsking(true)}
        >
          {t('closing.title')}
        </Button>
      )}
      <ProvenQuestion
        open={asking}
        title={t('closing.question')}
        text={t('closing.question_text')}
        confirmLabel={t('closing.title')}
        tone="danger"
        send={(given) => call('closeAccount', given, { quiet: true })}
        onDone={leaveClosed}
        onClose={() => setAsking(false)}
        // A refusal: something was opened meanwhile, on another device.
        onEnd={(fault) => fault !== undefined && void reread()}
      />
    </>
  )
}

function Effects({ state }: { readonly state: ClosingState }) {
  const t = useTranslate()
  const tag = useTag()
  const isReal = state.kind === 'real'
  const usd = (amount: string) => `${formatMoney(amount, { tag, down: true })}\u00a0USD`
  return (
    <section aria-label={t('closing.effects')} className="rounded-card border border-line bg-surface p-4">
      <h2 className="font-bold">{t('closing.effects')}</h2>
      <ul className="mt-2 grid gap-2.5 text-ink-soft">
        <Effect icon={<Icon.SignOut size={20} />}>{t('closing.effect_access')}</Effect>
        <Effect icon={<Icon.Lock size={20} />}>{t('closing.effect_trading')}</Effect>
        {isReal && <Effect icon={<Icon.Orders size={20} />}>{t('closing.effect_statement')}</Effect>}
        <Effect icon={<Icon.Trash size={20} />}>
          {isReal
            ? t('closing.effect_data', { date: formatDay(erasedFrom(state, Date.now()), { tag }) })
            : t('closing.effect_data_demo')}
        </Effect>
        {isReal && <Effect icon={<Icon.Clock size={20} />}>{t('closing.effect_again')}</Effect>}
        {isPayable(state.owed) && (
          <Effect icon={<Icon.Wallet size={20} />}>{t('closing.effect_owed', { amount: usd(state.owed) })}</Effect>
        )}
        {isPayable(state.rewards) && (
          <Effect icon={<Icon.Invite size={20} />}>
            {t('closing.effect_rewards', { amount: usd(state.rewards) })}
          </Effect>
        )}
      </ul>
    </section>
  )
}

function Effect({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <span className="mt-px shrink-0 text-accent">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  )
}

function Obstacles({ state }: { readonly state: ClosingState }) {
  const t = useTranslate()
  return (
    <section aria-label={t('closing.obstacles')} className="grid gap-3">
      <h2 className="font-bold">{t('closing.obstacles')}</h2>
      {state.obstacles.map(({ reason, account }) => (
        <Notice
          key={`${reason} ${account}`}
          tone="warn"
          link={{ to: PLACES[reason].to, label: t(PLACES[reason].label) }}
        >
          {t(`refusals.${reason}`)}
          {account !== null && <> · {t('notices.account', { account })}</>}
        </Notice>
      ))}
    </section>
  )
}
