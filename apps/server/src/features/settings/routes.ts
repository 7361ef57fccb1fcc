/** What registration needs to know before anybody is signed in: public settings, the countries served, a picture riddle. */

import type { House } from '../../house.ts'
import { refuse } from '../../http/answer.ts'
import type { Handlers } from '../../http/calls.ts'

export function defaultHandlers(house: House): Handlers<'captcha' | 'areaList' | 'setting'> {
  const { captchas, settings } = house
  return {
    captcha: async () => ({ ok: true, data: await captchas.make() }),

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
