/** The calls of the app about companies: the startup status, a profile, the search. */
import type { Handlers } from '../../calls/index.ts'
import type { Context } from './context.ts'
import { companiesFound, profileOf, statusOf } from './profile.ts'

export function companyHandlers(context: Context): Handlers<'getCompany' | 'getCompanyStatus' | 'companySearch'> {
  const { settings, companyFiles } = context
  return {
    getCompany: async ({ params, company }) => {
      const files = settings.get('company_documents').map(({ file }) => file)
      const media = await companyFiles.mediaOf(files)
      return { ok: true, data: profileOf(settings, params.company_id ?? company, media) }
    },
    getCompanyStatus: async ({ params, company }) => ({
      ok: true,
      data: statusOf(settings, params.company_id ?? company),
    }),
    companySearch: async ({ params }) => ({ ok: true, data: [...companiesFound(settings, params.name ?? '')] }),
  }
}
