/**
 * Closes all positions, or all in profit or in loss, or cancels all pending orders: one confirmation with number,
 * estimated result and skipped positions; then the progress with a line for each order.
 */
import { useEffect, useState } from 'react'
import { Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Choose, ChooseFooter } from './Choose.tsx'
import type { Group } from './choose.ts'
import { closeAll, useOpened, useRun } from './closeAll.ts'
import { Progress, ProgressFooter } from './Progress.tsx'
import type { Verb } from './run.ts'
import { useChoice } from './useChoice.ts'

export function CloseAllSheet() {
  const t = useTranslate()
  const opened = useOpened()
  const run = useRun()
  const [last, setLast] = useState<Verb>('close')
  const [group, setGroup] = useState<Group>('all')
  const open = opened !== undefined
  const verb = run?.verb ?? opened ?? last
  const question = useChoice({ verb, group, enabled: open && run === undefined })
  useEffect(() => closeAll.restore(), [])
  useNoteSeen(open && run?.phase === 'finished')
  // The title stays while the sheet slides out.
  if (open && opened !== last) setLast(opened)
  return (
    <Sheet
      tall
      open={open}
      onOpenChange={(next) => !next && closeAll.hide()}
      onOpenChangeComplete={(next) => !next && closeAll.forgetEnded()}
      title={t(`close_all.${verb}_title`)}
      footer={run === undefined ? <ChooseFooter question={question} /> : <ProgressFooter run={run} />}
    >
      {run === undefined ? <Choose question={question} onGroup={setGroup} /> : <Progress run={run} />}
    </Sheet>
  )
}

/** A result that arrived while the page was hidden counts as seen when the page is visible again. */
function useNoteSeen(shown: boolean): void {
  useEffect(() => {
    if (!shown) return
    closeAll.noteSeen()
    document.addEventListener('visibilitychange', closeAll.noteSeen)
    return () => document.removeEventListener('visibilitychange', closeAll.noteSeen)
  }, [shown])
}
