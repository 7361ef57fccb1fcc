/** The settings of the process: environment and command line, read once. */
export { type Config, readConfig } from './config.ts'
export { helpFor, refusalText } from './flags.ts'
export { pushServiceOf } from './push-setting.ts'
