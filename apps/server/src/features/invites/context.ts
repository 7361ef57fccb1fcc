/** What invites needs of the rest of the server; start/server.ts gives it. */
import type { Settings } from '../settings/index.ts'
import type { Invites } from './invites.ts'
import type { MeasureParts } from './measure.ts'

export type Context = MeasureParts & { readonly invites: Invites; readonly settings: Settings }
