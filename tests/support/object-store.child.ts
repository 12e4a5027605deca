import { objectStore } from './object-store.ts'

const { settings } = await objectStore()
process.stdout.write(`${JSON.stringify(settings)}\n`)
