/**
 * The timeline of a deposit or withdrawal: past steps with their times, the current one with its usual time, the next
 * ones.
 */
import { CopyLine, classes, Icon } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { isLate, type Step, usualOf } from './timeline.ts'

type Props = {
  readonly label: string
  readonly steps: readonly Step[]
  /** The usual time of the whole record, from its first step. */
  readonly usualMinutes: number | undefined
}

export function Timeline({ label, steps, usualMinutes }: Props) {
  const since = steps[0]?.at
  const wait = since === undefined || usualMinutes === undefined ? undefined : { since, usualMinutes }
  return (
    <ol aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.name}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="relative grid grid-cols-[1.5rem_1fr] gap-x-3 pb-5 last:pb-1"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={classes('absolute start-[0.6875rem] top-6 bottom-0 w-0.5', LINE[step.state])}
            />
          )}
          <Dot state={step.state} />
          <StepText step={step} wait={wait} />
        </li>
      ))}
    </ol>
  )
}

const LINE: { readonly [S in Step['state']]: string } = {
  done: 'bg-accent',
  now: 'bg-line-strong',
  next: 'bg-line-strong',
  ended: 'bg-line',
}

function Dot({ state }: Pick<Step, 'state'>) {
  if (state === 'now')
    return <span aria-hidden="true" className="size-6 rounded-full border-6 border-accent bg-surface" />
  if (state === 'next')
    return <span aria-hidden="true" className="m-1 size-4 rounded-full border-2 border-line-strong bg-surface" />
  const done = state === 'done'
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-6 place-items-center rounded-full',
        done ? 'bg-accent text-on-accent' : 'bg-danger-soft text-danger',
      )}
    >
      {done ? <Icon.Check size={16} /> : <Icon.Close size={16} />}
    </span>
  )
}

function StepText({
  step,
  wait,
}: {
  readonly step: Step
  readonly wait: { readonly since: number; readonly usualMinutes: number } | undefined
}) {
  const t = useTranslate()
  const tag = useTag()
  const usual = useUsual()
  const { name, state, at, note } = step
  return (
    <div className="min-w-0 pt-px">
      <p className={classes(state === 'next' ? 'text-ink-muted' : 'font-semibold')}>
        {t(`timeline.${name}`)}
        <span className="sr-only"> – {t(`timeline.state_${state}`)}</span>
      </p>
      {at !== undefined && (
        <p className="text-13 text-ink-muted">
          <bdi>{formatMoment(at, { tag })}</bdi>
        </p>
      )}
      {state === 'now' && wait !== undefined && (
        <p className="text-13 text-ink-soft">
          {isLate(Date.now(), wait)
            ? t('timeline.late', { usual: usual(wait.usualMinutes) })
            : t('timeline.usual', { usual: usual(wait.usualMinutes) })}
        </p>
      )}
      {state === 'ended' && <p className="text-13 text-ink-soft">{t(`timeline.${endedOf(name)}_text`)}</p>}
      {note !== undefined && name === 'paid' && (
        <dl className="mt-1 rounded-control bg-fill px-2.5 text-13">
          <CopyLine label={t('timeline.reference')} value={note} />
        </dl>
      )}
      {note !== undefined && name !== 'paid' && (
        <p className="mt-1 rounded-control bg-fill px-2.5 py-1.5 text-13 [overflow-wrap:anywhere]">
          <span className="text-ink-muted">{t('deposit.remark')}:</span> <bdi>{note}</bdi>
        </p>
      )}
    </div>
  )
}

/** The steps that end a record; each has a text about the money. */
const ENDINGS = ['declined', 'rejected', 'invalid', 'released', 'cancelled'] as const
const endedOf = (name: Step['name']) => ENDINGS.find((ending) => ending === name) ?? 'rejected'

/** "24 hours", in the customer's language. */
export function useUsual(): (minutes: number) => string {
  const t = useTranslate()
  return (minutes) => {
    const { unit, count } = usualOf(minutes)
    return t(`timeline.${unit}`, { count })
  }
}
