import type { Selectable } from 'kysely'
import type { DirectoryKind } from '#contract/directories.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { directoriesRepo } from '#server/domains/money/directories/directories.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'
import { type DirectoryConnection, DirectoryFault, type DirectorySettings } from '#server/ports/directory.ts'

export type DirectoryRow = Selectable<DB['directories']>

export const sealDirectorySecret = ({ keys }: Pick<Deps, 'keys'>, id: string, secret: string): string =>
  sealText(keys.directory, id, secret)

export const readDirectorySettings = (settings: DirectoryRow['settings']): DirectorySettings =>
  settings as unknown as DirectorySettings

/** What the port needs to reach a directory. */
export function toConnection({ keys }: Pick<Deps, 'keys'>, row: DirectoryRow): DirectoryConnection {
  const { id, kind, settings, secret_cipher: cipher } = row
  return {
    kind: kind as DirectoryKind,
    settings: readDirectorySettings(settings),
    secret: cipher === null ? null : unsealText(keys.directory, id, cipher),
  }
}

/** Finds a directory by which people may sign in. Throws `directory_off`. */
export async function requireOpenDirectory({ database }: Pick<Deps, 'database'>, slug: string): Promise<DirectoryRow> {
  const row = await directoriesRepo(database.kysely).findOpen(slug)
  if (!row) throw new Refusal('directory_off')
  return row
}

/** Asks a directory, and says to people and to the log what went wrong. */
export async function askDirectory<T>({ log }: Pick<Deps, 'log'>, { slug }: DirectoryRow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof DirectoryFault)) throw error
    if (error.reason === 'refused') throw new Refusal('directory_refused', { message: error.message })
    log.warn({ directory: slug, failure: error.message }, 'a directory could not be asked')
    if (error.reason === 'unavailable') throw new Refusal('directory_unavailable')
    throw new Refusal('directory_unfit', { message: `${error.message}；请把这句话告诉组织的管理员` })
  }
}
