import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS, syncPath } from './durable-node-fs.ts'
import { openPgliteText, type PgliteText } from './pglite-text.ts'
import { unpackTemplate } from './unpack-template.ts'

/** Major version of PostgreSQL in the pinned PGlite. */
export const PGLITE_MAJOR = '18'

// Matches the log's own lines only: statements quoted in the log continue on lines that begin with a tab.
const fatalLogPattern = /^\S+ \S+ \S+ \[\d+\] (?:PANIC|FATAL): +(.*)|^(Aborted\(.*)/

// Segments are kept for reuse up to min_wal_size; the checkpoints of pglite-upkeep.ts run long before max_wal_size.
const walSizeParams = ['max_wal_size=128MB', 'min_wal_size=32MB']

// The default of 128 MB stands in this process's memory a second time, beside the kernel's page cache.
const bufferParams = ['shared_buffers=16MB']

// In wasm, fdatasync does nothing, and fsync is provided by durable-node-fs.ts; -F would disable both.
const durableParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...[
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=on',
    'wal_sync_method=fsync',
    ...walSizeParams,
    ...bufferParams,
  ].flatMap((setting) => ['-c', setting]),
]

/**
 * Opens the PostgreSQL files in `directory`/pgdata; creates them on the first start, from
 * `template` if there is one. The caller must hold the directory lock.
 * Calls `onDeath`, possibly from inside a statement, if the backend died or a sync failed. PostgreSQL would exit then, but the
 * wasm version keeps running and may never return: discard its results and do not use it again.
 */
export async function openDurablePglite(
  directory: string,
  onDeath: (error: Error) => void,
  template?: string,
): Promise<PgliteText> {
  const data = path.join(directory, 'pgdata')
  const unfinished = path.join(directory, 'pgdata.unfinished')
  const fresh = fs.existsSync(unfinished) || !fs.existsSync(data) || fs.readdirSync(data).length === 0
  if (fresh) prepareDataFolder(directory, data, unfinished)
  else assertKnownVersion(directory, data)
  if (fresh && template !== undefined) await unpackTemplate(template, data)
  const db = await openPglite(data, onDeath)
  if (fresh) await finishDataFolder(db, directory, data, unfinished)
  return db
}

const openPglite = (data: string, onDeath: (error: Error) => void) =>
  openPgliteText(
    new PGlite({
      fs: new DurableNodeFS(data, onDeath),
      startParams: durableParams,
      onStderr: (line) => {
        const [, notice, abort] = fatalLogPattern.exec(line) ?? []
        if (notice || abort) onDeath(new Error(notice ?? abort))
        return false
      },
    }),
  )

/** Marks the files as incomplete, so that the next start discards what a process killed halfway leaves behind. */
function prepareDataFolder(directory: string, data: string, unfinished: string): void {
  fs.writeFileSync(unfinished, '')
  syncPath(directory)
  fs.rmSync(data, { recursive: true, force: true })
  fs.mkdirSync(data, { mode: 0o700 })
}

/** Makes all files written by initdb durable before the mark is removed, because initdb never syncs. */
async function finishDataFolder(db: PgliteText, directory: string, data: string, unfinished: string): Promise<void> {
  await db.run('checkpoint', [])
  for (const entry of fs.readdirSync(data, { recursive: true, withFileTypes: true })) {
    syncPath(path.join(entry.parentPath, entry.name))
  }
  syncPath(data)
  syncPath(directory)
  fs.rmSync(unfinished)
  syncPath(directory)
  syncPath(path.dirname(path.resolve(directory)))
}

/** Never repairs or removes anything: the data may be somebody's only copy. */
function assertKnownVersion(directory: string, data: string): void {
  const file = path.join(data, 'PG_VERSION')
  if (!fs.existsSync(file)) throw new Error(`数据目录 ${directory} 不完整：缺少 pgdata/PG_VERSION，请从备份恢复`)
  const version = fs.readFileSync(file, 'utf8').trim()
  if (version === PGLITE_MAJOR) return
  throw new Error(
    `数据目录 ${directory} 属于 PostgreSQL ${version}，这个版本的平台用 ${PGLITE_MAJOR}。请用原来的版本运行 npm run backup -- --rows <文件>，再用这个版本运行 npm run restore -- --replace <文件>`,
  )
}
