import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listMigrations } from '#server/db/migrate.ts'

/** The installation id of the story, until a snapshot of it belongs to an installation. */
export const storyInstallationId = 'zs-story'
/** Stands for the data folder in the records of simulated machines. */
export const dataDirMark = '{data}'
/** Folders of files that belong to the database of a snapshot. */
export const snapshotFolders = ['simulator', 'volumes'] as const

interface Manifest {
  /** Seals what the story sealed; good for nothing else. */
  secret: string
  /** The newest migration of its database. */
  migration: string
}

export interface Snapshot extends Manifest {
  dir: string
  /** The dumped database, packed. */
  database: string
}

const manifestFile = 'manifest.json'
export const databaseFile = 'database.tar.gz'
const newestMigration = () => listMigrations().at(-1)!.name

export const buildManifest = (secret: string): { file: string; text: string } => ({
  file: manifestFile,
  text: JSON.stringify({ secret, migration: newestMigration() } satisfies Manifest),
})

/** The snapshot in a folder; undefined if there is none, or if other code made it. */
export function findSnapshot(dir: string): Snapshot | undefined {
  const file = join(dir, manifestFile)
  if (!existsSync(file)) return undefined
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  return manifest.migration === newestMigration() ? { ...manifest, dir, database: join(dir, databaseFile) } : undefined
}
