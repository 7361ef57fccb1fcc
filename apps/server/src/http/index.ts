/** The HTTP transport of the app and of the office. */
export { ANSWERS_CHECKED_EVERY } from './answer-check.ts'
export { openApp } from './app.ts'
export { type ConnectionLimits, limitClients, PATIENCE } from './connections.ts'
export { refusalOf, sendRefusal } from './errors.ts'
export { languageOf } from './language.ts'
export { type HeldPorts, listenOn } from './listening.ts'
export { openOfficeApp } from './office-app.ts'
export { isOwnOrigin } from './request-guard.ts'
