/** Placeholder of a money form while its terms are loading. */
import { Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export function FormSkeleton() {
  const t = useTranslate()
  return (
    <div role="status" aria-label={t('common.loading')} className="grid gap-4 p-4">
      <Skeleton className="h-16" />
      <Skeleton className="h-12" />
      <Skeleton className="h-40" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
    </div>
  )
}
