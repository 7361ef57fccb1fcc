/** Which of two answers about a setting is the newer one. */
import type { OfficeData } from '@veritick/contract/office'

type Versions = Pick<OfficeData<'settingList'>['data'][number], 'version' | 'next'>

/** A waiting version that has come into force keeps its number, but the value that holds is another one. */
export const heldNewer = (shown: Versions, base: Versions): boolean =>
  shown.version > base.version || (shown.version === base.version && shown.next === null && base.next !== null)
