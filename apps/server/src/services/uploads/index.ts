/** Pictures: checked, re-encoded, encrypted, counted against a quota. */
export { type Files, filesOf } from './files.ts'
export { lostIn } from './lost.ts'
export type { FileTwin } from './picture-prints.ts'
export { type Quota, quotaOf } from './quota.ts'
export { isFileId, type Viewer } from './tickets.ts'
export {
  BODY_MILLIS,
  BODY_STALL_MILLIS,
  hasStalled,
  isTooSlow,
  type Room,
  type UploadSlot,
  uploadRoom,
} from './upload-admission.ts'
