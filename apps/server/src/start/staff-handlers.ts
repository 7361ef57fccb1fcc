/** Every call of the office and the area that answers it. */

import type { OfficeHandlers } from '../calls/index.ts'
import { auditHandlers } from '../features/audit-log/index.ts'
import { companyStaffHandlers } from '../features/company/index.ts'
import { correctionHandlers } from '../features/corrections/index.ts'
import { peopleHandlers } from '../features/customers/index.ts'
import { exposureHandlers } from '../features/exposure/index.ts'
import { healthHandlers } from '../features/health/index.ts'
import { instrumentStaffHandlers } from '../features/instruments/index.ts'
import { rewardHandlers } from '../features/invites/index.ts'
import { newsStaffHandlers } from '../features/news/index.ts'
import { reviewHandlers } from '../features/reviews/index.ts'
import { settingHandlers } from '../features/settings/index.ts'
import { smsHandlers } from '../features/sms/index.ts'
import { type StaffSessions, signInHandlers, staffHandlers, welcomeHandlers } from '../features/staff/index.ts'
import { supportStaffHandlers } from '../features/support/index.ts'
import type { AppContext } from './app-context.ts'

export function officeHandlers(context: AppContext, sessions: StaffSessions): OfficeHandlers {
  return {
    ...signInHandlers(context, sessions),
    ...staffHandlers(context, sessions),
    ...peopleHandlers(context),
    ...reviewHandlers(context),
    ...companyStaffHandlers(context),
    ...correctionHandlers(context),
    ...rewardHandlers(context),
    ...exposureHandlers(context),
    ...auditHandlers(context),
    ...healthHandlers(context),
    ...settingHandlers(context),
    ...instrumentStaffHandlers(context),
    ...smsHandlers(context),
    ...supportStaffHandlers(context),
    ...newsStaffHandlers(context),
    ...welcomeHandlers(context, sessions),
  }
}
