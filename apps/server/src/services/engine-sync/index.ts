/** Tells the engine what the operator decided, again until the engine has it. */
export { type EngineSync, openTelling } from './engine-sync.ts'
