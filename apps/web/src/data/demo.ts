/** The demo account of this device: opened at the first call, and again at later ones. */
import type { CallData } from '@veritick/contract'
import { call } from './api.ts'
import { demoId } from './session.ts'

/** The failure is shown by `call`. */
export const openDemo = (): Promise<CallData<'createAccountDemoForU'>> =>
  call('createAccountDemoForU', { demo_id: demoId() })
