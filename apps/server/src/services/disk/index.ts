/** The free space of the data folder. */
export { type Disk, openDisk } from './disk.ts'
