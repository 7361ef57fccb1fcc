/**
 * Runs before each test file of the project `screens`, whose files share threads and change the browser's globals: it
 * gives back Node's globals and real time, and makes every module of the sources anew. Packages stay loaded.
 */
import { vi } from 'vitest'

vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
