/** On the card of the order screen: opens the question, or the progress of the current run. */
import { Button } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { closeAll, useRun } from './closeAll.ts'
import { countsOf, type Verb } from './run.ts'

/** `number`: positions or pending orders of the account. */
export function CloseAllButton({ verb, number }: { readonly verb: Verb; readonly number: number }) {
  const t = useTranslate()
  const run = useRun()
  if (run === undefined && number === 0) return null
  return (
    <Button
      tone="plain"
      aria-haspopup="dialog"
      className="col-span-full"
      onClick={() => closeAll.open(run?.verb ?? verb)}
    >
      {run === undefined ? t(`close_all.${verb}_title`) : t(`close_all.phase_${run.phase}`, countsOf(run))}
    </Button>
  )
}
