import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type DataStore, Server, Upload } from '@tus/server'
import { resultCodes } from '#contract/codes.ts'
import { isDiskFull } from '#server/lib/disk-full.ts'
import { type UploadLock, type UploadStore, UploadTaken } from '#server/ports/uploads.ts'
import type { StorageSettings, VolumeStore } from '#server/ports/volumes.ts'

const maxParallelParts = 4
const probeBytes = 65_536

/** The store writes to the location of the volume `uploads`, so a finished file is moved, not copied. */
async function createStore({ s3, data_dir: dataDir }: StorageSettings): Promise<{ store: DataStore; keyOf(id: string): string }> {
  if (!s3) {
    const { FileStore } = await import('@tus/file-store')
    const directory = join(dataDir, 'volumes', 'uploads')
    mkdirSync(directory, { recursive: true })
    /** The store does not say why it could not write; what it could is kept. */
    class ExplainingStore extends FileStore {
      override async write(...sent: Parameters<DataStore['write']>): Promise<number> {
        try {
          return await super.write(...sent)
        } catch (error) {
          throw (await findDiskFullError(directory)) ?? error
        }
      }
    }
    return { store: new ExplainingStore({ directory }), keyOf: (id) => id }
  }
  const [{ S3Store }, { buildS3ClientConfig: clientConfig }] = await Promise.all([
    import('@tus/s3-store'),
    import('#server/adapters/volumes.bucket.ts'),
  ])
  const s3ClientConfig = { ...clientConfig(s3), bucket: s3.bucket }
  const store = new S3Store({ s3ClientConfig, useTags: false, maxConcurrentPartUploads: maxParallelParts })
  return { store, keyOf: (id) => `${s3.prefix}uploads/${id}` }
}

/** Tries to write a little, as quotas are not seen otherwise. */
async function findDiskFullError(directory: string): Promise<Error | undefined> {
  const probe = join(directory, `.probe-${randomUUID()}`)
  try {
    await writeFile(probe, Buffer.alloc(probeBytes), { flush: true })
    return undefined
  } catch (error) {
    return isDiskFull(error) ? (error as Error) : undefined
  } finally {
    await rm(probe, { force: true })
  }
}

const { http: diskFullStatus, ...diskFull } = resultCodes.disk_full
const outOfRoom = { status_code: diskFullStatus, body: JSON.stringify({ ...diskFull, success: false, data: null }) }
const storageUnavailable = { status_code: 503, body: 'Storage is not available\n' }

/** Maps errors to 423, 503 and 507, after which clients retry; the last says in the API's form what is the matter. */
function toTusRefusal(error: Error | { status_code: number; body: string }) {
  if (error instanceof UploadTaken) return { status_code: 423, body: 'Another connection is writing\n' }
  if (isDiskFull(error)) return outOfRoom
  return 'status_code' in error && error.status_code < 500 ? error : storageUnavailable
}

const statusOf = (error: unknown): number | undefined => (error as { status_code?: number }).status_code

/** Creates uploads by tus, stored as local files or bucket objects like the volumes. */
export async function createTusUploads(config: StorageSettings, volumes: VolumeStore): Promise<UploadStore> {
  const { store, keyOf } = await createStore(config)
  /** The upload and lock of the current request. */
  const turn = new AsyncLocalStorage<{ id: string; lock: UploadLock }>()
  const server = new Server({
    path: '/',
    datastore: store,
    // The API creates and deletes uploads. Here only the upload chosen by the caller of `speak` is reachable.
    getFileIdFromRequest: () => keyOf(turn.getStore()!.id),
    locker: () => ({ newLock: () => turn.getStore()!.lock }),
    onResponseError: (_, error) => toTusRefusal(error),
    // CORS is not decided here; tus would allow every origin by default. Only the exposed headers are set
    allowedOrigins: [],
    exposedHeaders: ['Date', 'Retry-After', 'X-Request-Id'],
  })

  async function received(id: string): Promise<number | undefined> {
    try {
      return (await store.getUpload(keyOf(id))).offset
    } catch (error) {
      const status = statusOf(error)
      if (status === 404 || status === 410) return undefined
      throw error
    }
  }

  return {
    received,
    open: async (id, sizeBytes) => {
      if ((await received(id)) !== undefined) return
      await store.create(new Upload({ id: keyOf(id), size: sizeBytes, offset: 0 }))
    },
    finish: async (id, sizeBytes) => {
      const place = { volume: 'uploads', path: id } as const
      if (await volumes.stat(place)) return
      // A client sends no bytes for an empty file. For others, repeat the last step in case the store was killed before it.
      if (sizeBytes === 0) await volumes.write(place, Readable.from([]))
      else await store.write(Readable.from([]), keyOf(id), sizeBytes)
    },
    remove: async (id) => {
      await store.remove(keyOf(id)).catch((error) => {
        if (statusOf(error) !== 404) throw error
      })
      for (const rest of ['', '.json', '.info', '.part']) await volumes.remove({ volume: 'uploads', path: id + rest })
    },
    speak: (request, response, id, lock) => turn.run({ id, lock }, () => server.handle(request, response)),
  }
}
