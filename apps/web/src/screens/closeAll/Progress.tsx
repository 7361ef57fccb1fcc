/** The state of each order of a run, and the button that stops or continues it. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Amount, Button, Line, Price, Spinner, WARNING } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { SideTag } from '../orders/SideTag.tsx'
import { useSizeOf } from '../ticket/sizeUnit.ts'
import { closeAll } from './closeAll.ts'
import { countsOf, type Item, isActive, type Run, resultOf } from './run.ts'

export function Progress({ run }: { readonly run: Run }) {
  const t = useTranslate()
  const { done, refused, unknown, waiting } = countsOf(run)
  const result = resultOf(run)
  return (
    <div className="grid gap-3">
      <Headline run={run} />
      <dl>
        {result !== undefined && (
          <Line label={t('close_all.result')}>
            <Amount value={result} signed coloured currency />
          </Line>
        )}
        <Line label={t(`close_all.${run.verb}_done`)}>{count(done)}</Line>
        {refused > 0 && <Line label={t('close_all.refused')}>{count(refused)}</Line>}
        {unknown > 0 && <Line label={t('close_all.unknown')}>{count(unknown)}</Line>}
        {waiting > 0 && <Line label={t('close_all.waiting')}>{count(waiting)}</Line>}
      </dl>
      <ul aria-label={t('close_all.list')} className="border-t border-line">
        {run.items.map((item) => (
          <ItemRow key={item.id} item={item} run={run} />
        ))}
      </ul>
    </div>
  )
}

const count = (number: number): ReactNode => <bdi className="tabular-nums">{number}</bdi>

/** The progress of the run and the number of unknown results, announced to screen readers. */
function Headline({ run }: { readonly run: Run }) {
  const t = useTranslate()
  const { answered, total, unknown } = countsOf(run)
  return (
    <div role="status" className="grid gap-2">
      <p className="text-17 font-semibold tabular-nums">{t(`close_all.phase_${run.phase}`, { answered, total })}</p>
      {unknown > 0 && <p className={WARNING}>{t(isActive(run) ? 'close_all.retrying' : 'close_all.not_known')}</p>}
    </div>
  )
}

function ItemRow({ item, run }: { readonly item: Item; readonly run: Run }) {
  const size = useSizeOf()(item).bare
  return (
    <li className="grid min-h-11 grid-cols-[2fr_3fr] items-center gap-x-3 border-b border-line py-2 *:min-w-0">
      <span className="grid justify-items-start">
        <bdi className="font-semibold">{item.showCode}</bdi>
        <SideTag side={item.side} size={size} />
      </span>
      <span className="flex flex-wrap items-center justify-end gap-x-2 text-end text-13 text-ink-soft">
        <Outcome item={item} sending={run.sending === item.id} verb={run.verb} />
      </span>
    </li>
  )
}

type OutcomeProps = Pick<Run, 'verb'> & { readonly item: Item; readonly sending: boolean }

function Outcome({ item: { state }, sending, verb }: OutcomeProps) {
  const t = useTranslate()
  if (sending)
    return (
      <>
        <Spinner />
        <span className="sr-only">{t('orders.working')}</span>
      </>
    )
  switch (state.kind) {
    case 'waiting':
      return t('close_all.waiting')
    case 'unknown':
      return <span className="text-warn">{t('close_all.unknown')}</span>
    case 'refused':
      return <span className="text-danger">{state.message}</span>
    case 'done':
      return (
        <>
          <span>{t(`close_all.${verb}_done`)}</span>
          {state.price !== undefined && <Price value={state.price} />}
          {state.profit !== undefined && (
            <Amount value={state.profit} signed coloured className="text-15 font-semibold" />
          )}
        </>
      )
  }
}

/** One button for all phases of the run, so that the focus stays on it. */
export function ProgressFooter({ run }: { readonly run: Run }) {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const { phase } = run
  return (
    <div className={phase === 'stopped' ? 'grid grid-cols-2 gap-2 big:grid-cols-1' : 'grid'}>
      <Button
        ref={button}
        large
        tone={phase === 'finished' ? 'accent' : 'plain'}
        disabled={phase === 'stopping'}
        onClick={isActive(run) ? closeAll.stop : closeAll.hide}
      >
        {t(phase === 'running' ? 'close_all.stop' : phase === 'stopping' ? 'close_all.stopping' : 'common.done')}
      </Button>
      {phase === 'stopped' && (
        <Button large onClick={closeAll.continue}>
          {t('close_all.continue')}
        </Button>
      )}
    </div>
  )
}
