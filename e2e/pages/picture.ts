/** Where a form wants a picture. */
import type { Locator } from 'playwright-core'
import type { Phone } from '../phone.ts'

/** A picture of what the phone shows now, submitted where a form wants one. */
export async function givePicture(phone: Phone, field: Locator): Promise<void> {
  const buffer = await phone.page.screenshot()
  await field.locator('input[type=file]').first().setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer })
  await field.getByText(phone.t('picture.sent')).waitFor()
}
