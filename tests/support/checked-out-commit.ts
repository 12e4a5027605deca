import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface CheckedOutCommit {
  dir: string
  remove(): void
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** The sources of a commit beside this tree, with this tree's packages; undefined if the clone lacks it. */
export function checkOutCommit(commit: string): CheckedOutCommit | undefined {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'zhisuan-commit-'))
  const dir = join(folder, 'tree')
  git('worktree', 'add', '--detach', dir, commit)
  symlinkSync(join(process.cwd(), 'node_modules'), join(dir, 'node_modules'))
  const remove = () => {
    git('worktree', 'remove', '--force', dir)
    rmSync(folder, { recursive: true, force: true })
  }
  return { dir, remove }
}
