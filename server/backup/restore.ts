import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { lockDirectory } from '#server/db/directory-lock.ts'
import { syncPath } from '#server/db/durable-node-fs.ts'
import type { Clock } from '#server/ports/clock.ts'
import { readArchive } from './archive.ts'
import { assertKnownSchema, type BackupManifest } from './manifest.ts'
import { turnIntoDatabase } from './rows.ts'

const unfinishedName = 'restore.unfinished'
const beforePrefix = 'before-restore-'

/** What a restore left in the data folder: what was there before, or half of what was to come. */
export const isLeftByRestore = (name: string): boolean => name === unfinishedName || name.startsWith(beforePrefix)

/** Files the lock itself has in the folder of the database. */
const isLock = (name: string): boolean => /^(lock|draft|alive)\./.test(name)

function listContent(dataDir: string): string[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !isLeftByRestore(name)) : []
  return names.filter((name) => name !== 'database' || readdirSync(join(dataDir, name)).some((file) => !isLock(file)))
}

/** Moves what is there aside and the restored data in its place, the database last: without it, the rest is not taken for whole. */
function putInPlace(dataDir: string, unfinished: string, at: Date): string | undefined {
  const there = listContent(dataDir)
  const before = join(dataDir, `${beforePrefix}${at.toISOString().replace(/[-:]|\.\d+/g, '')}`)
  if (there.length > 0) mkdirSync(before, { mode: 0o700 })
  for (const name of there) {
    const aside = join(before, name)
    if (name !== 'database') renameSync(join(dataDir, name), aside)
    else {
      mkdirSync(aside, { mode: 0o700 })
      for (const file of readdirSync(join(dataDir, name)).filter((file) => !isLock(file)))
        renameSync(join(dataDir, name, file), join(aside, file))
    }
  }
  for (const name of readdirSync(unfinished).filter((name) => name !== 'database'))
    renameSync(join(unfinished, name), join(dataDir, name))
  renameSync(join(unfinished, 'database', 'pgdata'), join(dataDir, 'database', 'pgdata'))
  rmSync(unfinished, { recursive: true })
  syncPath(dataDir)
  return there.length > 0 ? before : undefined
}

/**
 * Fills the data folder of a stopped embedded installation from a backup. What is there is moved aside with `replace`, and a reason to
 * refuse without. Nothing changes unless the whole backup is sound.
 */
export async function restoreBackup(
  { data_dir: dataDir, database_url: url }: Config,
  clock: Clock,
  file: string,
  { replace }: { replace: boolean },
): Promise<{ manifest: BackupManifest; before: string | undefined }> {
  if (url)
    throw new Error(
      '这里配置了 DATABASE_URL；这种备份恢复成内嵌数据库，请先去掉它（要换成 PostgreSQL，恢复后再运行 npm run move-to-postgres）',
    )
  if (!replace && listContent(dataDir).length > 0)
    throw new Error(
      `数据目录 ${dataDir} 不是空的，没有改动；确实要换成备份里的内容，加上 --replace，原来的内容会移到它里面的 ${beforePrefix}…`,
    )
  const unlock = await lockDirectory(join(dataDir, 'database'))
  const unfinished = join(dataDir, unfinishedName)
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    const { manifest } = await readArchive(file, unfinished, assertKnownSchema)
    if (manifest.database === 'rows') await turnIntoDatabase(unfinished, manifest.schema)
    return { manifest, before: putInPlace(dataDir, unfinished, clock.now()) }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    unlock()
  }
}

/** Reads a backup to its end and changes nothing. */
export const checkBackup = (file: string): ReturnType<typeof readArchive> => readArchive(file, undefined, assertKnownSchema)
