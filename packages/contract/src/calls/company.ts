/** Calls about companies: which one a client shows, its profile, and the search of the main site. */
import { z } from 'zod'
import { COMPANY_ID_MAX } from '../company.ts'
import { company, companyList, companyStatus } from '../schemas/company.ts'
import { text, whole } from '../schemas/fields.ts'
import { type Call, READ } from './call.ts'

const NAME_MAX = 64

const chosen = z.object({
  company_id: whole({
    min: 0,
    max: COMPANY_ID_MAX,
    description: 'Id of the company; left out: the cookie company_id; 0 or unknown: the main site',
  }).optional(),
})

export const COMPANY_CALLS = {
  getCompany: {
    ...READ,
    path: '/api/company/getCompany',
    caller: 'visitor',
    doc: 'Profile of the chosen company, with its documents and claims, and the operator who is the contract party.',
    request: chosen,
    answer: company,
  },
  getCompanyStatus: {
    ...READ,
    path: '/api/company/getCompanyStatus',
    caller: 'visitor',
    doc: 'Startup status: non-zero redirects clients to loss_url. Also the brand, so that a start asks once.',
    request: chosen,
    answer: companyStatus,
  },
  companySearch: {
    ...READ,
    path: '/api/company/search',
    caller: 'visitor',
    doc: 'Open companies whose name or subject contains the text, by name; all of them without text. At most 50.',
    request: z.object({ name: text({ max: NAME_MAX, description: 'Part of a name' }).optional() }),
    answer: companyList,
  },
} as const satisfies Record<string, Call>
