import { spawnSync } from 'node:child_process'

const run = (args: string[]): boolean => spawnSync('apt-get', args, { stdio: 'ignore', timeout: 300_000 }).status === 0

/** Installs packages of Debian, where that is possible and allowed; answers whether it did. */
export function installDebianPackages(what: string, names: readonly string[]): boolean {
  if (process.getuid?.() !== 0) return false
  process.stdout.write(`没有找到 ${what}，正在安装…\n`)
  return run(['update']) && run(['install', '-y', '--no-install-recommends', ...names])
}
