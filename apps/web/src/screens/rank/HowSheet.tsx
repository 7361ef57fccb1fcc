/** The formulas of the ranking in plain words. */
import { Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { HOW } from './rank.ts'

export function HowSheet({
  open,
  onOpenChange,
}: {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}) {
  const t = useTranslate()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('rank.how')}>
      <div className="grid gap-3">
        {HOW.map(({ title, text }) => (
          <section key={title}>
            <h3 className="font-semibold">{t(title)}</h3>
            <p className="text-ink-soft">{t(text)}</p>
          </section>
        ))}
        <p className="text-warn">{t('rank.warning')}</p>
      </div>
    </Sheet>
  )
}
