import type { Blob as NodeBlob } from 'node:buffer'
import { createHash } from 'node:crypto'
import { vi } from 'vitest'
import {
  file_storage,
  type StorageEntry,
  type StorageStatistics,
  type StorageTask,
  type StorageUpload,
} from '#contract/file-storage.ts'
import { on, Refused } from '#tests/web/support/wire.ts'
import { serveTus, type TusWorld } from './tus.ts'

const at = '2026-11-21T06:05:00.000Z'
const gb = 1_073_741_824
const kib = 1024

export const aFile = (path: string, change: Partial<StorageEntry> = {}): StorageEntry => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  kind: 'file',
  size_bytes: 2 * kib,
  changed_at: at,
  type: null,
  ...change,
})
export const aFolder = (path: string): StorageEntry => aFile(path, { kind: 'folder', size_bytes: 0 })

export const aRegion = (change: Partial<StorageStatistics> = {}): StorageStatistics => ({
  region_id: 'north',
  region_name: '华北一区',
  used_bytes: 3 * gb,
  file_count: 12,
  reserved_bytes: 0,
  quota_bytes: 20 * gb,
  mount_path: '/storage',
  mountable: true,
  measured_at: at,
  ...change,
})

export const anUpload = (id: string, change: Partial<StorageUpload> = {}): StorageUpload => ({
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

export interface StorageWorld {
  regions: StorageStatistics[]
  entries: StorageEntry[]
  uploads: StorageUpload[]
  tasks: StorageTask[]
  /** What was asked of the list, newest last. */
  lists: URLSearchParams[]
  /** Sums that `complete` was given. */
  sums: string[]
  tus: TusWorld
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const join = (folder: string, name: string) => (folder ? `${folder}/${name}` : name)

/** A server of files: what is made, moved and uploaded there is seen by later calls. */
export function serveStorage(entries: StorageEntry[] = []): StorageWorld {
  const sizes: Record<string, number> = {}
  const world: StorageWorld = {
    regions: [aRegion()],
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
    if (!upload) throw new Refused('not_found')
    return upload
  }
  const drop = (id: string) => {
    world.uploads = world.uploads.filter((known) => known.id !== id)
  }

  on(file_storage.statistics, () => world.regions)
  on(file_storage.list, ({ query, request }) => {
    world.lists.push(new URL(request.url).searchParams)
    if (query.path && !taken(query.path)) throw new Refused('storage_folder_missing')
    const found = world.entries
      .filter(({ path }) => folderOf(path) === query.path)
      .filter(({ name }) => !query.keyword || name.includes(query.keyword))
      .sort((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name))
    const from = (query.page - 1) * query.page_size
    return { items: found.slice(from, from + query.page_size), total: found.length }
  })
  on(file_storage.uploads, () => world.uploads)
  on(file_storage.tasks, () => world.tasks)
  on(file_storage.create_upload, ({ body }) => {
    if (body.when_taken === 'refuse' && taken(join(body.folder, body.name))) throw new Refused('storage_name_taken')
    const upload = anUpload(`up-${++made}`, { ...body, type: body.type ?? null })
    sizes[upload.id] = upload.size_bytes
    world.uploads.push(upload)
    return upload
  })
  on(file_storage.cancel_upload, ({ params }) => {
    drop(own(params.id).id)
    return null
  })
  on(file_storage.complete_upload, ({ params, body }) => {
    const { id, folder, name, size_bytes } = own(params.id)
    world.sums.push(body.sha256)
    const bytes = world.tus.received.get(id) ?? new Uint8Array()
    if (createHash('sha256').update(bytes).digest('hex') !== body.sha256) {
      drop(id)
      throw new Refused('upload_mismatch')
    }
    drop(id)
    const entry = aFile(join(folder, name), { size_bytes })
    world.entries = [...world.entries.filter(({ path }) => path !== entry.path), entry]
    return entry
  })
  return {
    ...world,
    get uploads() {
      return world.uploads
    },
    set uploads(next) {
      for (const { id, size_bytes } of next) sizes[id] = size_bytes
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
export function giveHashWorker(): void {
  class HashWorker {
    onmessage?: (event: { data: unknown }) => void
    postMessage({ id, file }: { id: number; file?: NodeBlob }) {
      if (!file) return
      const answer = (data: unknown) => setTimeout(() => this.onmessage?.({ data }))
      import('#src/features/uploads/sha256.ts')
        .then(({ sha256Of }) => sha256Of(file as unknown as Blob, () => false))
        .then(
          (sha256) => answer({ id, sha256 }),
          () => answer({ id, unreadable: true }),
        )
    }
  }
  vi.stubGlobal('Worker', HashWorker)
}
