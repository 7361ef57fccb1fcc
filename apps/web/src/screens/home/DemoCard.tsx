/**
 * For a visitor: a demo account in one tap. It is below the list in its own space, so that it covers no price and moves
 * no row. On a signed-in device the page hides it before the app starts.
 */
import { useEffect } from 'react'
import { useSignedIn } from '../../data/session.ts'
import { Button, classes } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useStartDemo } from '../../shell/useStartDemo.ts'

const EDGE = 'border-t border-line bg-surface'

export function DemoCard() {
  const t = useTranslate()
  const signedIn = useSignedIn()
  const { busy, start } = useStartDemo()
  // From now on the app hides the card itself.
  useEffect(() => {
    delete document.documentElement.dataset.signedIn
  }, [])
  if (signedIn) return null
  return (
    <aside
      aria-label={t('home.practise')}
      className={classes('flex shrink-0 flex-wrap items-center gap-x-3 px-4 py-1 signed-in:hidden', EDGE)}
    >
      <p className="min-w-0 flex-1 text-13 font-semibold big:basis-40">{t('home.practise')}</p>
      <Button tone="quiet" className="-me-4" busy={busy} onClick={start}>
        {t('home.practise_start')}
      </Button>
    </aside>
  )
}
