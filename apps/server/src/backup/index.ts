/** One file of tables and pictures, of one journal batch, and the way back. */
export { BackupRefused } from './archive.ts'
export { authenticate } from './authentication.ts'
export { openBackupSocket } from './backup-socket.ts'
export { backup, restore } from './commands.ts'
export { lastBackup } from './last-backup.ts'
export type { BackupSource } from './make.ts'
export { connectTo } from './source.ts'
