/** The choice of a saved address or account. Without one, a notice leads to the form that saves one. */
import { DRAW_TYPE, type DrawMethod } from '@veritick/contract'
import { useNavigate } from 'react-router'
import { Button, Choices, Confirm, Empty, Icon } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { currencyOf, holdHours, isUsable, type WithdrawCurrency, type WithdrawType } from './withdraw.ts'

/** `gone`: the currency is not offered. `price_old`: it is, and has no price of today. `new`: saved a moment ago. */
type BlockedBy = 'gone' | 'price_old' | 'new' | undefined

type Props = {
  readonly type: WithdrawType
  readonly methods: readonly DrawMethod[]
  readonly currencies: readonly WithdrawCurrency[]
  readonly now: number
  readonly value: number | undefined
  readonly onValueChange: (id: number) => void
  readonly error: string | undefined
  /** Another step comes first, so the form does not ask for a method yet. */
  readonly later: boolean
  /** The question for a customer who goes on without a saved method. */
  readonly asking: boolean
  readonly onAskingChange: (asking: boolean) => void
}

export function MethodChoice(props: Props) {
  const { type, methods, currencies, now, value, onValueChange, error } = props
  const t = useTranslate()
  const navigate = useNavigate()
  if (methods.length === 0) return <NoMethod {...props} />
  const blockedBy = (method: DrawMethod): BlockedBy => {
    const currency = currencyOf(method, currencies)
    if (currency === undefined) return 'gone' as const
    if (currency.price_old) return 'price_old' as const
    return isUsable(method, now) ? undefined : ('new' as const)
  }
  return (
    <div className="grid grid-cols-1 gap-1">
      <Choices
        label={t(`withdraw.to_${type}`)}
        value={value}
        onValueChange={onValueChange}
        error={error}
        items={methods.map((method) => ({
          value: method.id,
          title: <MethodName method={method} />,
          note: <MethodNote method={method} blockedBy={blockedBy(method)} />,
          disabled: blockedBy(method) !== undefined,
        }))}
      />
      <Button
        tone="quiet"
        className="justify-self-start px-1!"
        onClick={() => void navigate(`/mine/withdraw-way?type=${type}`)}
      >
        <Icon.Plus size={18} />
        {t(`payees.add_${type}`)}
      </Button>
    </div>
  )
}

/** "USDT TRC20", or the bank and its currency. */
export function MethodName({ method }: { readonly method: DrawMethod }) {
  const { code, protocol } = method.draw_currency
  if (method.type === DRAW_TYPE.coin) return <bdi>{`${code} ${protocol}`}</bdi>
  return (
    <>
      <bdi>{method.bank_name}</bdi> <bdi className="text-ink-muted">{code}</bdi>
    </>
  )
}

/** From when a new method can be used, and why it cannot be used before. */
export function UsableFrom({ method }: { readonly method: Pick<DrawMethod, 'created_at' | 'usable_at'> }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <>
      {t('payees.usable_from', { time: formatMoment(Date.parse(method.usable_at), { tag }) })}
      <span className="block font-normal">{t('payees.usable_why', { count: holdHours(method) })}</span>
    </>
  )
}

function MethodNote({ method, blockedBy }: { readonly method: DrawMethod; readonly blockedBy: BlockedBy }) {
  const t = useTranslate()
  const words = {
    gone: () => t('payees.no_longer'),
    price_old: () => t('refusals.draw_price_old'),
    new: () => <UsableFrom method={method} />,
  }
  return (
    <>
      <bdi dir="ltr">{method.type === DRAW_TYPE.coin ? method.dc_address : method.payee_account}</bdi>
      {blockedBy !== undefined && <span className="block font-semibold text-warn">{words[blockedBy]()}</span>}
    </>
  )
}

/** The card says it first; the question of the specification follows when the customer goes on without a method. */
function NoMethod({ type, later, asking, onAskingChange }: Props) {
  const t = useTranslate()
  const navigate = useNavigate()
  const bind = () => void navigate(`/mine/withdraw-way?type=${type}`)
  return (
    <div className="rounded-card border border-line bg-surface py-3">
      <Empty
        low
        icon={type === DRAW_TYPE.coin ? <Icon.Coin /> : <Icon.Bank />}
        title={t(`withdraw.no_method_${type}`)}
        text={t('withdraw.no_method_text')}
        action={
          <Button tone={later ? 'plain' : 'accent'} onClick={bind}>
            {t(`payees.add_${type}`)}
          </Button>
        }
      />
      <Confirm
        open={asking}
        onOpenChange={onAskingChange}
        title={t(`withdraw.bind_first_${type}`)}
        text={t('withdraw.bind_first_text')}
        confirmLabel={t(`payees.add_${type}`)}
        keepLabel={t('withdraw.bind_later')}
        onConfirm={() => {
          onAskingChange(false)
          bind()
        }}
      />
    </div>
  )
}
