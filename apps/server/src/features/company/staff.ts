/** A staff member adds a file of a company. The audit entry and the file are one transaction. */
import { COMPANY_FILE_BYTES_MAX } from '@veritick/contract'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import type { Context } from './context.ts'
import { bytesOfBase64, fileNameOf, mediaOfBytes, storeFile } from './files.ts'

export function companyStaffHandlers(
  context: Pick<Context, 'store' | 'runtime' | 'encryption'>,
): OfficeHandlers<'companyFileAdd'> {
  const { store, runtime, encryption } = context
  return {
    companyFileAdd: async ({ params, actor }) => {
      const content = bytesOfBase64(params.content)
      if (content === undefined) return refuse('parameter_wrong_type', 'content')
      if (content.length > COMPANY_FILE_BYTES_MAX) return refuse('parameter_too_long', 'content')
      const media = mediaOfBytes(content)
      if (media === undefined) return refuse('company_file_unknown', 'content')
      const name = fileNameOf(content)
      const at = runtime.now()
      const data = { file: name, media, size: content.length }
      await store.transaction(async (tx) => {
        await storeFile(tx, { name, media, content, who: actor.who, at })
        await writeAudit(
          { tx, encryption },
          {
            actor,
            action: 'company_file_add',
            subject: { kind: 'company_file', id: name },
            reason: params.reason_text,
            after: data,
            at,
          },
        )
      })
      return { ok: true, data }
    },
  }
}
