/** Messages to a socket whose sign-in is refused or whose session has ended. */
import { ERROR_CODES } from '@veritick/contract'
import { say } from '../calls/index.ts'
import type { TokenRefusal } from '../features/sessions/index.ts'
import type { Connection } from './connection.ts'

/** The token names no session, or one that has ended. */
export const sessionEnded = (connection: Connection): object => loginRefused(connection, 'session_ended')

export function loginRefused(connection: Connection, reason: TokenRefusal): object {
  return {
    type: 'login_result',
    code: ERROR_CODES[reason],
    reason,
    msg: say(connection.language, `refusals.${reason}`),
  }
}
