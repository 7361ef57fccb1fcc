/** Tells the engine what the operator decided, again until the engine has it. */
export { type EngineSync, openEngineSync } from './engine-sync.ts'
