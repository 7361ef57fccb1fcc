/**
 * What stands before each test file of the screens that change the browser's globals: the globals are those of Node,
 * time is real, and every module of the sources is made anew, as in a process of its own. Packages stay loaded.
 */
import { vi } from 'vitest'

vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
