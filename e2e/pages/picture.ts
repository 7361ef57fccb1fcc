/** The picture field of a form. */
import type { Locator } from 'playwright-core'
import type { Phone } from '../phone.ts'

/** Submits a screenshot of the phone as the picture of a form. */
export async function givePicture(phone: Phone, field: Locator): Promise<void> {
  const buffer = await phone.page.screenshot()
  await field.locator('input[type=file]').first().setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer })
  await field.getByText(phone.t('picture.sent')).waitFor()
}
