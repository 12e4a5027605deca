import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['firefox-esr', 'firefox']
const usualPlaces = ['/Applications/Firefox.app/Contents/MacOS/firefox', 'C:\\Program Files\\Mozilla Firefox\\firefox.exe']

/** Returns a Firefox on this machine. */
export const findInstalledFirefox = (): string | undefined =>
  [
    process.env.FIREFOX_PATH ?? '',
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
    ...usualPlaces,
  ].find((path) => path !== '' && existsSync(path))

function install(): void {
  if (process.getuid?.() !== 0) return
  process.stdout.write('没有找到 Firefox，正在安装…\n')
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'firefox-esr']])
    spawnSync('apt-get', args, { stdio: 'ignore', timeout: 300_000 })
}

/** Returns a Firefox, installing one if needed; undefined if that fails too. */
export function findOrInstallFirefox(): string | undefined {
  if (!findInstalledFirefox()) install()
  return findInstalledFirefox()
}
