import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { lockDirectory } from '#server/db/directory-lock.ts'
import { loadSecretRing } from '#server/keys.ts'
import type { Clock } from '#server/ports/clock.ts'
import { writeArchive } from './archive.ts'
import { addTree, copyFile, linkFile } from './copy-tree.ts'
import { archiveFormat, type BackupManifest, programVersion } from './manifest.ts'
import { pauseInstallation } from './pause.ts'
import { isLeftByRestore } from './restore.ts'
import { turnIntoRows } from './rows.ts'

/** Below the data folder, so that files can be linked into it; gone when the backup is made. */
const stagingName = 'backup'

const assertEmbedded = ({ database_url: url }: Config): void => {
  if (url)
    throw new Error('这里用的是 PostgreSQL（DATABASE_URL），它的备份在 deploy/backup，步骤见 docs/operating/backup.zh-CN.md')
}

/** A folder gets a file named by the time; a file must be new. */
function chooseFile(wanted: string, dataDir: string, at: Date): string {
  const isFolder = wanted.endsWith('/') || (existsSync(wanted) && statSync(wanted).isDirectory())
  const name = `zhisuan-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`
  const file = resolve(isFolder ? join(wanted, name) : wanted)
  if (!relative(resolve(dataDir), file).startsWith('..')) throw new Error(`备份不能放在数据目录 ${dataDir} 里面`)
  if (existsSync(file)) throw new Error(`${file} 已经存在，没有改动它`)
  mkdirSync(dirname(file), { recursive: true })
  return file
}

/**
 * Adds what is in the data folder: the database as a copy, files as links. Twice, because a file that is just being moved may be
 * missed where it was and where it will be; it moves once at most while the database stands still.
 */
function stage(dataDir: string, staging: string): void {
  addTree(join(dataDir, 'database', 'pgdata'), join(staging, 'database', 'pgdata'), copyFile)
  const others = readdirSync(dataDir).filter((name) => name !== 'database' && name !== stagingName && !isLeftByRestore(name))
  for (let pass = 0; pass < 2; pass += 1)
    for (const name of others) {
      const [from, to] = [join(dataDir, name), join(staging, name)]
      if (statSync(from).isDirectory()) addTree(from, to, linkFile)
      else if (!existsSync(to)) linkFile(from, to)
    }
}

/**
 * Writes a backup of an embedded installation, running or not, to a file or into a folder. Rows and files fit together: all of it is
 * as after a `kill -9` in one moment. With `rows` the database is kept as rows, for a program with another major version of it.
 */
export async function makeBackup(
  config: Config,
  clock: Clock,
  wanted: string,
  { rows = false }: { rows?: boolean } = {},
): Promise<{ file: string; manifest: BackupManifest }> {
  assertEmbedded(config)
  const { data_dir: dataDir } = config
  if (!existsSync(join(dataDir, 'database', 'pgdata'))) throw new Error(`数据目录 ${dataDir} 里没有数据库（DATA_DIR 是否写对？）`)
  const ring = loadSecretRing(config.secret_key, dataDir)
  const file = chooseFile(wanted, dataDir, clock.now())
  const work = join(dataDir, stagingName)
  const unlock = await lockDirectory(work)
  const staging = join(work, 'data')
  const partial = `${file}.partial`
  try {
    for (const left of [staging, partial]) rmSync(left, { recursive: true, force: true })
    const facts = { schema: '', installation_id: '', made_at: '' }
    const live = await pauseInstallation(dataDir, (found) => {
      Object.assign(facts, found, { made_at: clock.now().toISOString() })
      stage(dataDir, staging)
    })
    if (rows) await turnIntoRows(staging)
    const manifest: BackupManifest = {
      ...{ format: archiveFormat, version: programVersion, live },
      ...facts,
      database: rows ? 'rows' : 'files',
      secrets: config.secret_key ? 'SECRET_KEY' : 'included',
      key_ids: ring.map(({ id }) => id),
      files: config.s3 ? 's3' : 'included',
    }
    await writeArchive(partial, staging, manifest)
    renameSync(partial, file)
    return { file, manifest }
  } finally {
    rmSync(partial, { force: true })
    unlock()
    rmSync(work, { recursive: true, force: true })
  }
}
