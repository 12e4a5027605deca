import type { Blob as NodeBlob } from 'node:buffer'
import { createHash } from 'node:crypto'
import { vi } from 'vitest'
import {
  fileStorage,
  type StorageEntry,
  type StorageStatistics,
  type StorageTask,
  type StorageUpload,
} from '#contract/file-storage.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { serveTus, type TusServerState } from './tus.ts'

const at = '2026-11-21T06:05:00.000Z'
const gb = 1_073_741_824
const kib = 1024

export const buildStorageFile = (path: string, change: Partial<StorageEntry> = {}): StorageEntry => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  kind: 'file',
  size_bytes: 2 * kib,
  changed_at: at,
  type: null,
  ...change,
})
export const buildStorageFolder = (path: string): StorageEntry => buildStorageFile(path, { kind: 'folder', size_bytes: 0 })

export const buildStorageRegion = (change: Partial<StorageStatistics> = {}): StorageStatistics => ({
  region_id: 'north',
  region_name: '华北一区',
  used_bytes: 3 * gb,
  file_count: 12,
  reserved_bytes: 0,
  quota_bytes: 20 * gb,
  mount_path: '/storage',
  mountable: true,
  measured_at: at,
  bytes_by_type: {},
  ...change,
})

export const buildStorageUpload = (id: string, change: Partial<StorageUpload> = {}): StorageUpload => ({
  id,
  region_id: 'north',
  folder: '',
  name: 'a.bin',
  type: null,
  size_bytes: 10,
  offset: 0,
  when_taken: 'refuse',
  tus_path: `/tus/v1/${id}`,
  created_at: at,
  expires_at: '2026-11-22T06:05:00.000Z',
  ...change,
})

export interface StorageServerState {
  regions: StorageStatistics[]
  entries: StorageEntry[]
  uploads: StorageUpload[]
  tasks: StorageTask[]
  /** What was asked of the list, newest last. */
  lists: URLSearchParams[]
  /** Sums that `complete` was given. */
  sums: string[]
  tus: TusServerState
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const join = (folder: string, name: string) => (folder ? `${folder}/${name}` : name)

/** A server of files: what is made, moved and uploaded there is seen by later calls. */
export function serveStorage(entries: StorageEntry[] = []): StorageServerState {
  const sizes: Record<string, number> = {}
  const world: StorageServerState = {
    regions: [buildStorageRegion()],
    entries,
    uploads: [],
    tasks: [],
    lists: [],
    sums: [],
    tus: serveTus(sizes),
  }
  let made = 0
  const taken = (path: string) => world.entries.some((entry) => entry.path === path)
  const own = (id: string) => {
    const upload = world.uploads.find((known) => known.id === id)
    if (!upload) throw new RefusedError('not_found')
    return upload
  }
  const drop = (id: string) => {
    world.uploads = world.uploads.filter((known) => known.id !== id)
  }

  mockCall(fileStorage.statistics, () => world.regions)
  mockCall(fileStorage.list, ({ query, request }) => {
    world.lists.push(new URL(request.url).searchParams)
    if (query.path && !taken(query.path)) throw new RefusedError('storage_folder_missing')
    const found = world.entries
      .filter(({ path }) => folderOf(path) === query.path)
      .filter(({ name }) => !query.keyword || name.includes(query.keyword))
      .sort((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name))
    const from = (query.page - 1) * query.page_size
    return { items: found.slice(from, from + query.page_size), total: found.length }
  })
  mockCall(fileStorage.uploads, () => world.uploads)
  mockCall(fileStorage.tasks, () => world.tasks)
  mockCall(fileStorage.create_upload, ({ body }) => {
    if (body.when_taken === 'refuse' && taken(join(body.folder, body.name))) throw new RefusedError('storage_name_taken')
    const upload = buildStorageUpload(`up-${++made}`, { ...body, type: body.type ?? null })
    sizes[upload.id] = upload.size_bytes
    world.uploads.push(upload)
    return upload
  })
  mockCall(fileStorage.cancel_upload, ({ params }) => {
    drop(own(params.id).id)
    return null
  })
  mockCall(fileStorage.complete_upload, ({ params, body }) => {
    const { id, folder, name, size_bytes: sizeBytes } = own(params.id)
    world.sums.push(body.sha256)
    const bytes = world.tus.received.get(id) ?? new Uint8Array()
    if (createHash('sha256').update(bytes).digest('hex') !== body.sha256) {
      drop(id)
      throw new RefusedError('upload_mismatch')
    }
    drop(id)
    const entry = buildStorageFile(join(folder, name), { size_bytes: sizeBytes })
    world.entries = [...world.entries.filter(({ path }) => path !== entry.path), entry]
    return entry
  })
  return {
    ...world,
    get uploads() {
      return world.uploads
    },
    set uploads(next) {
      for (const { id, size_bytes: sizeBytes } of next) sizes[id] = sizeBytes
      world.uploads = next
    },
    get entries() {
      return world.entries
    },
    set entries(next) {
      world.entries = next
    },
  }
}

/** The worker that sums files, which jsdom lacks; it sums what it is given, beside the page. */
export function stubHashWorker(): void {
  class HashWorker {
    onmessage?: (event: { data: unknown }) => void
    postMessage({ id, file }: { id: number; file?: NodeBlob }) {
      if (!file) return
      const answer = (data: unknown) => setTimeout(() => this.onmessage?.({ data }))
      import('#src/features/uploads/sha256.ts')
        .then(({ computeFileSha256: sha256Of }) => sha256Of(file as unknown as Blob, () => false))
        .then(
          (sha256) => answer({ id, sha256 }),
          () => answer({ id, unreadable: true }),
        )
    }
  }
  vi.stubGlobal('Worker', HashWorker)
}
