/** The timeline of a verification: past steps with their times, the current one with its usual time, the next ones. */
import { classes, Icon } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { usualOf } from '../money/timeline.ts'
import { type Center, type WayStep, wayOf } from './identity.ts'

export function IdentityTimeline({ center }: { readonly center: Center }) {
  const t = useTranslate()
  const steps = wayOf(center)
  return (
    <ol aria-label={t('identity.timeline')}>
      {steps.map((step, index) => (
        <li
          key={step.name}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="relative grid grid-cols-[1.5rem_1fr] gap-x-3 pb-4 last:pb-0"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={classes(
                'absolute start-[0.6875rem] top-6 bottom-0 w-0.5',
                step.state === 'done' ? 'bg-accent' : 'bg-line-strong',
              )}
            />
          )}
          <Dot state={step.state} />
          <StepText step={step} usualMinutes={center.usual_minutes} />
        </li>
      ))}
    </ol>
  )
}

function Dot({ state }: Pick<WayStep, 'state'>) {
  if (state === 'now')
    return <span aria-hidden="true" className="size-6 rounded-full border-6 border-accent bg-surface" />
  if (state === 'next')
    return <span aria-hidden="true" className="m-1 size-4 rounded-full border-2 border-line-strong bg-surface" />
  const isDone = state === 'done'
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-6 place-items-center rounded-full',
        isDone ? 'bg-accent text-on-accent' : 'bg-danger-soft text-danger',
      )}
    >
      {isDone ? <Icon.Check size={16} /> : <Icon.Close size={16} />}
    </span>
  )
}

function StepText({ step, usualMinutes }: { readonly step: WayStep; readonly usualMinutes: number }) {
  const t = useTranslate()
  const tag = useTag()
  const usual = usualOf(usualMinutes)
  return (
    <div className="min-w-0 pt-px">
      <p className={step.state === 'next' ? 'text-ink-muted' : 'font-semibold'}>{t(`identity.step_${step.name}`)}</p>
      {step.at !== undefined && (
        <p className="text-13 text-ink-muted">
          <bdi>{formatMoment(step.at, { tag })}</bdi>
        </p>
      )}
      {step.state === 'now' && (
        <p className="text-13 text-ink-soft">{t(`identity.usual_${usual.unit}`, { count: usual.count })}</p>
      )}
      {step.note !== undefined && (
        <p className="mt-1.5 rounded-control bg-fill px-3 py-2">
          <bdi className="[overflow-wrap:anywhere]">{step.note}</bdi>
        </p>
      )}
    </div>
  )
}
