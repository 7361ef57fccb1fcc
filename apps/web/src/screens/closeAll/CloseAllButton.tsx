/** Beside a list of orders: opens the question, or the progress of the current run. */
import { Button } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { closeAll, useRun } from './closeAll.ts'
import { countsOf, type Verb } from './run.ts'

type Props = {
  readonly verb: Verb
  /** Positions or pending orders of the account. */
  readonly number: number
  /** Beside the filter of a phone. */
  readonly quiet?: boolean
}

export function CloseAllButton({ verb, number, quiet = false }: Props) {
  const t = useTranslate()
  const run = useRun()
  if (run === undefined && number === 0) return null
  return (
    <Button
      tone={quiet ? 'quiet' : 'plain'}
      aria-haspopup="dialog"
      className={quiet ? 'ms-auto px-0! text-end' : ''}
      onClick={() => closeAll.open(run?.verb ?? verb)}
    >
      {run === undefined ? t(`close_all.${verb}_title`) : t(`close_all.phase_${run.phase}`, countsOf(run))}
    </Button>
  )
}
