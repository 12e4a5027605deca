import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const listFiles = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => listFiles(join(path, name)))
    : [path]

/** A hash of all that a build reads: files, folders of files, and settings. */
export function hashInputs(paths: readonly string[], settings = ''): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(listFiles)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.update(settings).digest('hex')
}

/** What an operator of a copied folder runs beside the server, and what the start runs before it, as it has all of it to load. */
export const serverPrograms = {
  setup: 'scripts/setup.ts',
  'rotate-keys': 'scripts/rotate-keys.ts',
  'audit-books': 'scripts/audit-books.ts',
  doctor: 'scripts/doctor.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  'move-to-postgres': 'scripts/move-to-postgres.ts',
  'build-demo': 'scripts/build-demo.ts',
}

/** The server's bundle: where it is, its stamp, and what it is built from. */
export const serverBuild = {
  target: 'dist/server',
  stamp: 'dist/server/inputs',
  inputs: [
    ...[
      'package.json',
      'package-lock.json',
      'scripts/build-server.ts',
      'scripts/demo',
      'scripts/doctor',
      'scripts/inputs.ts',
      'scripts/licenses',
      'scripts/notices.ts',
    ],
    ...[...Object.values(serverPrograms), 'contract', 'server'],
  ],
}

/** Whether what stands there was built from these inputs; the stamp is written last, so that a failed build never counts. */
export const isBuiltFrom = (stamp: string, hash: string): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
