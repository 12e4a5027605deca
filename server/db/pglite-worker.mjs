// On Node 20 a thread does not inherit its parent's TypeScript loader, and --import would register none here either.
import { register } from 'tsx/esm/api'

register()
await import('./pglite-worker.ts')
