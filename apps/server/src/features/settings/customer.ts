/** Data that registration needs before the customer is signed in: public settings, the countries served, a captcha. */

import { type Handlers, refuse } from '../../calls/index.ts'
import type { Context } from './context.ts'

export function defaultHandlers(context: Context): Handlers<'captcha' | 'areaList' | 'setting'> {
  const { captchas, settings } = context
  return {
    captcha: async ({ from }) => ({ ok: true, data: await captchas.make(from) }),

    areaList: async () => {
      const restricted: ReadonlySet<string> = new Set(settings.get('restricted_countries'))
      const served = settings.get('areas').filter((area) => !restricted.has(area.code))
      return { ok: true, data: served.map((area) => ({ ...area, area_id: area.id })) }
    },

    setting: async ({ params }) => {
      const found = settings.public(params.key)
      return found === undefined ? refuse('setting_unknown', 'key') : { ok: true, data: { ...found } }
    },
  }
}
