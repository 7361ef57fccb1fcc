/** Puts all panels of the workspace back to their first sizes. */
import { Button } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { resetPanels } from './layout.ts'

export function ResetLayout({ onDone }: { readonly onDone: () => void }) {
  const t = useTranslate()
  const reset = () => {
    resetPanels()
    onDone()
  }
  return (
    <Button tone="plain" className="w-full" onClick={reset}>
      {t('wide.reset_layout')}
    </Button>
  )
}
