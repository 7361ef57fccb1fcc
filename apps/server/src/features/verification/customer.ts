/** Codes that a customer asks for, and the verification that they are used in. */

import { codeRequestHandlers } from './code-requests.ts'
import type { Context } from './context.ts'
import { proveHandlers } from './prove.ts'

export const verificationHandlers = (context: Context) => ({
  ...codeRequestHandlers(context),
  ...proveHandlers(context),
})
