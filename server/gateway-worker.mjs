// As server/db/pglite-worker.mjs: a thread of Node 20 does not inherit its parent's TypeScript loader.
import { register } from 'tsx/esm/api'

register()
await import('./gateway-worker.ts')
