import { startObjectStore } from './object-store.ts'

const { settings } = await startObjectStore()
process.stdout.write(`${JSON.stringify(settings)}\n`)
