/** One value to copy, such as an address or account number: left to right in every language, copied with one tap. */
import { useTranslate } from '../i18n/i18n.ts'
import { classes } from './classes.ts'
import { copyText } from './copying.ts'
import * as Icon from './icons.tsx'
import { toast } from './toasts.ts'

/** Letters of a value that needs more than one line of a phone. */
const LONG = 24

export function CopyLine({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useTranslate()
  async function copy() {
    const done = await copyText(value)
    toast({ text: done ? t('common.copied', { label }) : t('common.copy_failed'), tone: done ? 'good' : 'bad' })
  }
  return (
    <div className="border-b border-line py-1.5 last:border-0">
      <dt className="text-13 text-ink-muted">{label}</dt>
      <dd className="flex items-center gap-2 font-semibold">
        <span className="min-w-0 flex-1">
          {/* As wide as its text: a short value is below its label, and the lines of a long one begin at the left. */}
          <bdi
            dir="ltr"
            className={classes('block w-fit max-w-full [overflow-wrap:anywhere]', value.length > LONG && 'text-13')}
          >
            {value}
          </bdi>
        </span>
        <button
          type="button"
          aria-label={t('common.copy_named', { label })}
          onClick={() => void copy()}
          className="-mt-4 inline-flex touch shrink-0 items-center justify-center gap-1.5 rounded-control ps-2.5 text-13 text-accent active:bg-fill"
        >
          <Icon.Copy size={18} />
          {t('common.copy')}
        </button>
      </dd>
    </div>
  )
}
