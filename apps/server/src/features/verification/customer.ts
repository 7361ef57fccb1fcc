/** Codes that a customer asks for, and the verification that they are used in. */

import { sendingHandlers } from './code-requests.ts'
import type { Context } from './context.ts'
import { proveHandlers } from './prove.ts'

export const verificationHandlers = (context: Context) => ({ ...sendingHandlers(context), ...proveHandlers(context) })
