/**
 * Saved wallet addresses or bank accounts: added with a plus, deleted by swipe or button after a confirmation; a new
 * method shows the time from which it can be used.
 */
import { type CallInput, DRAW_TYPE, type DrawMethod } from '@veritick/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../data/api.ts'
import { useWithdrawMethods } from '../../data/money.ts'
import { queries } from '../../data/queries.ts'
import {
  Button,
  Confirm,
  classes,
  Empty,
  ErrorState,
  Icon,
  IconButton,
  SkeletonRows,
  SwipeRow,
  toast,
} from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { BackHeader, Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { useAttempt } from '../../submit/useAttempt.ts'
import { useSessionStepUp } from '../stepUp/useSessionStepUp.ts'
import { MethodName, UsableFrom } from '../withdraw/MethodChoice.tsx'
import { isUsable, type WithdrawType } from '../withdraw/withdraw.ts'

const SKELETON_ROWS = 3

export function PayeeList({ type }: { readonly type: WithdrawType }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const title = type === DRAW_TYPE.coin ? t('account.row_coin_list') : t('account.row_bank_list')
  const add = () => void navigate(`/mine/withdraw-way?type=${type}`)
  return (
    <Screen
      title={title}
      header={
        <BackHeader title={title}>
          <IconButton label={t(`payees.add_${type}`)} onClick={add}>
            <Icon.Plus />
          </IconButton>
        </BackHeader>
      }
      onRefresh={queries.refreshOrders}
    >
      <Methods type={type} title={title} onAdd={add} />
    </Screen>
  )
}

function Methods({
  type,
  title,
  onAdd,
}: {
  readonly type: WithdrawType
  readonly title: string
  readonly onAdd: () => void
}) {
  const t = useTranslate()
  const offline = useOffline()
  const { data, error, isPending, isFetching, refetch } = useWithdrawMethods()
  const [deleting, setDeleting] = useState<DrawMethod>()
  if (isPending) return offline === undefined ? <SkeletonRows count={SKELETON_ROWS} /> : <OfflineState />
  if (data === undefined) return <ErrorState text={error?.message} busy={isFetching} onRetry={() => void refetch()} />
  const own = data.filter((method) => method.type === type)
  return (
    <>
      {own.length === 0 ? (
        <Empty
          icon={type === DRAW_TYPE.coin ? <Icon.Coin /> : <Icon.Bank />}
          title={t(`withdraw.no_method_${type}`)}
          text={t('withdraw.no_method_text')}
          action={<Button onClick={onAdd}>{t(`payees.add_${type}`)}</Button>}
        />
      ) : (
        <ul
          aria-label={title}
          className={classes('divide-y divide-line border-b border-line', offline !== undefined && 'last-known')}
        >
          {own.map((method) => (
            <li key={method.id}>
              <SwipeRow label={t('payees.delete_named', { name: nameOf(method) })} onDelete={() => setDeleting(method)}>
                <MethodRow method={method} />
              </SwipeRow>
            </li>
          ))}
        </ul>
      )}
      {own.length > 0 && <p className="px-4 py-3 text-13 text-ink-muted">{t('payees.swipe_hint')}</p>}
      <DeleteQuestion method={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

const accountOf = (method: DrawMethod): string =>
  method.type === DRAW_TYPE.coin ? method.dc_address : method.payee_account
/** Enough to distinguish the methods. */
const nameOf = (method: DrawMethod): string => `${method.draw_currency.code} …${accountOf(method).slice(-4)}`

function MethodRow({ method }: { readonly method: DrawMethod }) {
  const usable = isUsable(method, Date.now())
  return (
    <div className="flex items-center gap-3 py-3 ps-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-fill text-ink-soft">
        {method.type === DRAW_TYPE.coin ? <Icon.Coin size={22} /> : <Icon.Bank size={22} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          <MethodName method={method} />
        </p>
        {method.payee_name !== '' && (
          <p className="text-13">
            <bdi>{method.payee_name}</bdi>
          </p>
        )}
        <p className="text-13 text-ink-muted [overflow-wrap:anywhere]">
          <bdi dir="ltr">{accountOf(method)}</bdi>
        </p>
        {!usable && (
          <p className="text-13 font-semibold text-warn">
            <UsableFrom method={method} />
          </p>
        )}
      </div>
    </div>
  )
}

/** The question keeps its text while it closes. */
function DeleteQuestion({
  method,
  onClose,
}: {
  readonly method: DrawMethod | undefined
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const [last, setLast] = useState(method)
  if (method !== undefined && method !== last) setLast(method)
  const { attempt, slow, send, changed } = useAttempt<CallInput<'deleteDrawMethod'>, null>(
    (body, options) => call('deleteDrawMethod', body, options),
    () => {
      toast({ text: t('payees.deleted'), tone: 'good' })
      void queries.refreshOrders()
      onClose()
    },
  )
  const remove = () => method !== undefined && void send({ intent: `delete ${method.id}`, body: { id: method.id } })
  const stepUp = useSessionStepUp({ attempt, again: remove, changed })
  return (
    <>
      <Confirm
        open={method !== undefined && !stepUp.isOpen}
        onOpenChange={(open) => {
          if (open) return
          changed()
          onClose()
        }}
        tone="danger"
        title={t('payees.delete_question')}
        confirmLabel={t('common.delete')}
        busy={attempt.state === 'sending'}
        onConfirm={remove}
        text={
          last && (
            <div className="grid gap-3">
              <p className="[overflow-wrap:anywhere]">
                <bdi dir="ltr" className="font-semibold text-ink">
                  {accountOf(last)}
                </bdi>
              </p>
              <p className="text-13">{t('payees.delete_text')}</p>
              <AttemptLine attempt={attempt} slow={slow} />
            </div>
          )
        }
      />
      {stepUp.sheet}
    </>
  )
}
