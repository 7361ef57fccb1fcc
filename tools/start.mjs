/** `npm start`: installs what is missing, builds what changed, then becomes the server in this very process, so signals reach it. */
import { build } from './build.mjs'
import { ensureModules } from './needs.mjs'

ensureModules()
build()
await import('../apps/server/dist/main.js')
