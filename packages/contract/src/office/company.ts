/** Files of companies: logos and documents, which the settings of the group `company` name by their hash. */
import { z } from 'zod'
import { COMPANY_FILE_BYTES_MAX, COMPANY_FILE_MEDIA } from '../company.ts'
import { words } from '../schemas/fields.ts'
import { count } from '../schemas/values.ts'
import { DECIDES, type OfficeCall, reasonText } from './call.ts'

/** Base64 has four characters for three bytes. */
const BASE64_MAX = Math.ceil(COMPANY_FILE_BYTES_MAX / 3) * 4

export const COMPANY_FILE_CALLS = {
  companyFileAdd: {
    ...DECIDES,
    path: '/office/company/file',
    caller: 'settings_company',
    doc: 'Stores a PNG, JPEG or PDF of at most 3 MiB. Customers can open it once a setting names it.',
    request: z.object({
      content: words({ max: BASE64_MAX, description: 'The file in base64' }),
      reason_text: reasonText,
    }),
    answer: z.object({
      file: z.string().meta({ description: 'SHA-256 of the file, in hex' }),
      media: z.literal(COMPANY_FILE_MEDIA),
      size: count.meta({ description: 'Bytes' }),
    }),
    bodyBytesMax: BASE64_MAX + 4_096,
  },
} as const satisfies Record<string, OfficeCall>
