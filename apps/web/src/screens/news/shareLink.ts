/** Passes a link to the share sheet of the device, or copies it without a share sheet. */
import { copyText } from '../../design/copying.ts'
import { toast } from '../../design/index.ts'
import { translateNow } from '../../i18n/i18n.ts'

export async function shareLink(link: { readonly title: string; readonly url: string }): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      return await navigator.share(link)
    } catch (error) {
      // The customer has closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  const done = await copyText(link.url)
  const label = translateNow('news.share_label')
  toast({
    text: done ? translateNow('common.copied', { label }) : translateNow('common.copy_failed'),
    tone: done ? 'good' : 'bad',
  })
}
