import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findServerProgram } from '#tests/support/server-program.ts'

/** What the build leaves, copied to `dir` outside the repository, where there is nothing else; `program` is the server in it. */
export function copyBuild(): { dir: string; program: string; remove(): Promise<void> } {
  if (findServerProgram()[0] !== 'dist/server/main.mjs') {
    const { NODE_ENV: _mode, ...env } = process.env // as `npm start` builds
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build-server.ts', '--if-stale'], { env: { ...env, DEMO: '1' } })
  }
  const dir = mkdtempSync(join(tmpdir(), 'zhisuan-copied-'))
  cpSync('dist', join(dir, 'app'), { recursive: true, filter: (path) => path !== join('dist', 'demo') })
  return { dir, program: 'app/server/main.mjs', remove: () => rm(dir, { recursive: true, force: true }) }
}
