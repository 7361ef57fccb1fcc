/** Files that every visitor may read, in memory. */
export { PublicFiles } from './public-files.ts'
