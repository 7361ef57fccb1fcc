/**
 * The parts of the server's core that the simulator takes from its bundle: the write path, its engines, and its virtual
 * time.
 */
export { createEngine, createReferenceEngine } from '@veritick/engine'
export { openCore } from '../../apps/server/src/core/core.ts'
export { StateFault } from '../../apps/server/src/core/state-faults.ts'
export { CoreBusy, CoreEnded } from '../../apps/server/src/journal/errors.ts'
export { troubleOf } from '../../apps/server/src/store/trouble.ts'
export { time } from './time.ts'
