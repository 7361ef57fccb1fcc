/**
 * /instrument?code=EURUSD: the facts about an instrument before an order: hours, contract, margin, costs, ranges,
 * conversion. `instrument.ts` computes the figures.
 */
import type { TradeItem } from '@veritick/contract'
import type { FeeType } from '@veritick/domain'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { CallFailed } from '../../data/api.ts'
import { toggleFavourite, useIsFavourite } from '../../data/lists.ts'
import { useAccount, useConnection, useQuote } from '../../data/live.ts'
import { useBasics, useTradeList } from '../../data/queries.ts'
import { type Row, rowOf } from '../../data/rows.ts'
import { select } from '../../data/selected.ts'
import {
  Button,
  ChangePill,
  classes,
  Empty,
  ErrorState,
  Icon,
  IconButton,
  Mark,
  Price,
  SkeletonRows,
} from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { BackHeader, Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { CalculatorSheet } from '../calculator/CalculatorSheet.tsx'
import { capitalText } from '../calculator/capitalText.ts'
import { termsFrom } from '../ticket/facts.ts'
import { lotsIn } from '../ticket/lots.ts'
import { remember, remembered } from '../ticket/remembered.ts'
import { type TicketForm, ticketFor } from '../ticket/ticket.ts'
import { useTicketMarket } from '../ticket/useTicketMarket.ts'
import { itemOfAddress, ticketAddress } from '../trade/tradeAddress.ts'
import {
  ContractPart,
  ConversionPart,
  CostsPart,
  HoursPart,
  MarginPart,
  RangePart,
  ShareEventsPart,
} from './InstrumentParts.tsx'
import { codeIn } from './instrumentAddress.ts'

export function InstrumentScreen() {
  const t = useTranslate()
  const { search } = useLocation()
  const offline = useOffline() !== undefined
  const trades = useTradeList()
  const basics = useBasics()
  const item = itemOfAddress(trades.data ?? [], codeIn(search))
  if (item !== undefined && basics.data !== undefined)
    return <Instrument key={item.Id} item={item} feeType={basics.data.trade_fee_type} />
  const error = trades.error ?? basics.error
  const waiting = trades.data === undefined || basics.data === undefined
  return (
    <Screen title={t('instrument.title')}>
      {!waiting ? (
        <Empty
          icon={<Icon.Search />}
          title={t('instrument.unknown')}
          text={t('instrument.unknown_text')}
          action={
            <Link to="/product" className="inline-flex touch items-center font-semibold text-accent">
              {t('search.title')}
            </Link>
          }
        />
      ) : error ? (
        <ErrorState
          text={error instanceof CallFailed ? error.message : undefined}
          busy={trades.isFetching || basics.isFetching}
          onRetry={() => void Promise.all([trades.refetch(), basics.refetch()])}
        />
      ) : offline ? (
        <OfflineState />
      ) : (
        <SkeletonRows count={8} />
      )}
    </Screen>
  )
}

type Props = { readonly item: TradeItem; readonly feeType: FeeType }

function Instrument({ item, feeType }: Props) {
  const t = useTranslate()
  const row = rowOf({ item, live: useQuote(item.Code), connection: useConnection() })
  const terms = useMemo(() => termsFrom(item, feeType), [item, feeType])
  const market = useTicketMarket(item, feeType)
  const [form, setForm] = useState<TicketForm>(() => ticketFor(terms, 'buy', remembered(terms)))
  const parts = { item, row, terms, market, lots: lotsIn(form.lots, terms) }
  return (
    <Screen
      title={t('instrument.title_of', { code: item.ShowCode })}
      header={<Header item={item} />}
      marketNote
      footer={<Footer {...parts} form={form} />}
    >
      <Top item={item} row={row} />
      <div className="grid gap-6 px-4 py-4">
        <HoursPart {...parts} />
        <RangePart {...parts} />
        <ContractPart {...parts} />
        <MarginPart {...parts} text={form.lots} onText={(lots) => setForm({ ...form, lots })} />
        <CostsPart {...parts} feeType={feeType} />
        <ConversionPart {...parts} />
        <ShareEventsPart item={item} />
      </div>
    </Screen>
  )
}

function Header({ item }: { readonly item: TradeItem }) {
  const t = useTranslate()
  const on = useIsFavourite(item.Code)
  return (
    <BackHeader title={item.ShowCode}>
      <IconButton
        label={t('home.favourite', { code: item.ShowCode })}
        aria-pressed={on}
        className={on ? 'text-accent!' : 'text-ink-muted!'}
        onClick={() => toggleFavourite(item.Code)}
      >
        <Icon.Star className={on ? 'fill-current' : ''} />
      </IconButton>
    </BackHeader>
  )
}

function Top({ item, row }: { readonly item: TradeItem; readonly row: Row }) {
  const { quote, market, dimmed } = row
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-b border-line bg-surface px-4 py-3">
      <Mark mark={item.Mark} session={item.Session} dimmed={dimmed} />
      {/* If the name would be narrower than this, the price wraps below it. */}
      <span className="min-w-0 flex-1 basis-[6rem] text-ink-soft">{item.Name}</span>
      <span className="flex items-center gap-2">
        <Price value={quote.close} flash className={classes('px-1 text-17', dimmed && 'text-ink-muted')} />
        {market.kind === 'open' && <ChangePill change={quote.change} className={classes(dimmed && 'last-known')} />}
      </span>
    </div>
  )
}

const ABOVE_SYSTEM_BAR = 'pb-[calc(0.5rem+var(--safe-bottom))]'

type FooterProps = Pick<Parameters<typeof MarginPart>[0], 'item' | 'terms' | 'market'> & { readonly form: TicketForm }

/** Links to the trade screen and the calculator, which passes its size to the ticket. */
function Footer({ item, terms, market, form }: FooterProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const equity = useAccount()?.Equity
  const [open, setOpen] = useState(false)
  return (
    <div
      className={classes(
        'flex shrink-0 gap-2 border-t border-line bg-surface px-4 pt-2 big:flex-col',
        ABOVE_SYSTEM_BAR,
      )}
    >
      <Button tone="plain" className="flex-1" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon.Calculator size={20} />
        {t('calculator.button')}
      </Button>
      <Button
        className="flex-1"
        onClick={() => {
          select(item.Code)
          void navigate('/trade')
        }}
      >
        {t('instrument.trade')}
      </Button>
      <CalculatorSheet
        item={item}
        terms={terms}
        market={market}
        start={{ side: 'buy', lots: form.lots, leverage: form.leverage, capital: capitalText(equity) }}
        open={open}
        onOpenChange={setOpen}
        onUse={({ lots, leverage, side }) => {
          remember({ ...form, lots, leverage }, terms)
          void navigate(ticketAddress('/trade', { code: item.Code, ticket: side }), { replace: true })
        }}
      />
    </div>
  )
}
