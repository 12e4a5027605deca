import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-packages.ts'

const names = ['firefox-esr', 'firefox']
const usualPlaces = ['/Applications/Firefox.app/Contents/MacOS/firefox', 'C:\\Program Files\\Mozilla Firefox\\firefox.exe']

/** Returns a Firefox on this machine. */
export const findInstalledFirefox = (): string | undefined =>
  [
    process.env.FIREFOX_PATH ?? '',
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
    ...usualPlaces,
  ].find((path) => path !== '' && existsSync(path))

/** Returns a Firefox, installing one if needed; undefined if that fails too. */
export function findOrInstallFirefox(): string | undefined {
  if (!findInstalledFirefox()) installDebianPackages('Firefox', ['firefox-esr'])
  return findInstalledFirefox()
}
