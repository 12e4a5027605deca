import { startObjectStore } from './object-store.ts'

// For other containers it listens on a port that is named, everywhere.
const { OBJECT_STORE_PORT: port, S3_BUCKET: bucket } = process.env
const { settings } = await startObjectStore(port ? { port: Number(port), address: '0.0.0.0', ...(bucket && { bucket }) } : {})
process.stdout.write(`${JSON.stringify(settings)}\n`)
