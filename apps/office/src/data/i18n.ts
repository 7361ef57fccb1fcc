/** The few own texts of react-admin. The office is in English only (docs/decisions/0032). */
import type { I18nProvider } from 'react-admin'

const SENTENCES: Readonly<Record<string, string>> = {
  'ra.notification.http_error': 'The server cannot be reached.',
  'ra.auth.auth_check_error': 'Sign in to continue.',
  'ra.page.error': 'Something went wrong',
}

export const i18nProvider: I18nProvider = {
  translate: (key, options) => SENTENCES[key] ?? String(options?._ ?? key),
  changeLocale: async () => undefined,
  getLocale: () => 'en',
}
