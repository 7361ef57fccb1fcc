/** Every call of the office and the area that answers it. */
import type { House } from '../house.ts'
import { auditHandlers } from './audit/audit.ts'
import type { OfficeHandlers } from './calls.ts'
import { correctionHandlers } from './corrections/corrections.ts'
import { exposureHandlers } from './exposure/exposure.ts'
import { healthHandlers } from './health/health.ts'
import { instrumentHandlers } from './instruments/instruments.ts'
import { peopleHandlers } from './people/people.ts'
import { reviewHandlers } from './reviews/reviews.ts'
import { settingHandlers } from './settings/settings.ts'
import { smsHandlers } from './sms/sms.ts'
import { staffHandlers } from './staff/colleagues.ts'
import type { StaffSessions } from './staff/session.ts'
import { signInHandlers } from './staff/sign-in.ts'
import { welcomeHandlers } from './staff/welcome.ts'

export function officeHandlers(house: House, sessions: StaffSessions): OfficeHandlers {
  return {
    ...signInHandlers(house, sessions),
    ...staffHandlers(house, sessions),
    ...peopleHandlers(house),
    ...reviewHandlers(house),
    ...correctionHandlers(house),
    ...exposureHandlers(house),
    ...auditHandlers(house),
    ...healthHandlers(house),
    ...settingHandlers(house),
    ...instrumentHandlers(house),
    ...smsHandlers(house),
    ...welcomeHandlers(house, sessions),
  }
}
