/** Copies the text beside it with one tap. `label` names the text for screen readers. */
import { useTranslate } from '../i18n/i18n.ts'
import { IconButton } from './Button.tsx'
import { copyText } from './copying.ts'
import * as Icon from './icons.tsx'
import { toast } from './toasts.ts'

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useTranslate()
  async function copy() {
    const done = await copyText(text)
    toast({ text: done ? t('common.copied', { label }) : t('common.copy_failed'), tone: done ? 'good' : 'bad' })
  }
  return (
    <IconButton label={t('common.copy_named', { label })} onClick={() => void copy()} className="text-accent!">
      <Icon.Copy size={18} />
    </IconButton>
  )
}
