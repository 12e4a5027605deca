import { z } from 'zod'
import { listMigrations } from '#server/db/migrate.ts'
import { version } from '../../package.json'

export const archiveFormat = 1

/** The first entry of a backup. */
export const BackupManifest = z.object({
  format: z.literal(archiveFormat),
  version: z.string(),
  /** The newest migration of its database. */
  schema: z.string().min(1),
  installation_id: z.string(),
  made_at: z.iso.datetime(),
  /** Whether the platform was running. */
  live: z.boolean(),
  /** Whether its database is in PostgreSQL's own files, of one major version, or in rows that any version reads. */
  database: z.enum(['files', 'rows']).default('files'),
  /** Whether the secrets are in it, or were in SECRET_KEY. */
  secrets: z.enum(['included', 'SECRET_KEY']),
  /** Ids of the secrets, newest first. */
  key_ids: z.array(z.string()),
  /** Whether files are in it, or in a bucket. */
  files: z.enum(['included', 's3']),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export const programVersion = version

/** Throws if the backup has a newer database than this program knows. */
export function assertKnownSchema({ schema, version: made }: BackupManifest): void {
  const known = listMigrations().map(({ name }) => name)
  if (!known.includes(schema))
    throw new Error(`备份由更新的版本 ${made} 做出（数据库 ${schema}），这里的程序只到 ${known.at(-1)}；请用不旧于它的版本恢复`)
}
