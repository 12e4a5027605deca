import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { installDebianPackages } from './debian-packages.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const present = (): string | undefined =>
  [
    process.env.CHROMIUM_PATH ?? '',
    chromium.executablePath(),
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
    ...usualPlaces,
  ].find((path) => path !== '' && existsSync(path))

const install = (): boolean =>
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 }).status === 0 ||
  installDebianPackages('Chromium', ['chromium', 'fonts-noto-cjk'])

/** Returns a Chromium on this machine, installing one if needed; undefined if that fails too. */
export function findOrInstallChromium(): string | undefined {
  const found = present()
  if (found) return found
  process.stdout.write('没有找到 Chromium，正在安装…\n')
  return install() ? present() : undefined
}
