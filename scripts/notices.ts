import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Licenses under which a package may be part of what is built. Another one is looked at by a person, then listed here. */
const accepted = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]
/** Packages that name their license in a file only. */
const namedInFile: Record<string, string> = { 'png-js': 'MIT' }
const licenseFile = /^(licen[cs]e|copying|notice|ofl)([-.]|$)/i
const texts = new URL('licenses/', import.meta.url)

interface Manifest {
  name: string
  version: string
  license?: string | { type: string }
  licenses?: { type: string }[]
  author?: string | { name: string }
  repository?: string | { url: string }
}

function readLicenseName({ name, license, licenses = [] }: Manifest): string {
  const first = license ?? licenses[0] ?? namedInFile[name]
  return (typeof first === 'string' ? first : first?.type) ?? ''
}

const isAccepted = (license: string): boolean =>
  license !== '' &&
  license
    .replace(/[()]/g, '')
    .split(/ (?:AND|OR) /)
    .every((part) => accepted.includes(part))

/** Of a package that brings no text: who holds the rights, and the standard text of its license. */
function readStandardText(manifest: Manifest, license: string): string {
  const file = new URL(`${license}.txt`, texts)
  if (!existsSync(file)) throw new Error(`${manifest.name} has no license file, and scripts/licenses has no text of ${license}`)
  const { author = `the authors of ${manifest.name}` } = manifest
  return `Copyright (c) ${typeof author === 'string' ? author : author.name}\n\n${readFileSync(file, 'utf8').trim()}`
}

/** What has to be said of a package. `folder`: where it is installed. Throws if nobody may pass it on, or nobody knows. */
export function readNotice(folder: string): { title: string; body: string } {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, repository = '' } = manifest
  const license = readLicenseName(manifest)
  if (!isAccepted(license)) throw new Error(`${name} ${version} (${folder}) has the license "${license}": see scripts/notices.ts`)
  const files = readdirSync(folder).filter((file) => licenseFile.test(file))
  const parts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (parts.length === 0) parts.push(readStandardText(manifest, license))
  // the list of the native libraries inside, each under its own license
  if (license.startsWith('LGPL')) parts.push(readFileSync(join(folder, 'README.md'), 'utf8').trim())
  const source = typeof repository === 'string' ? repository : repository.url
  return { title: `${name} ${version} (${license})${source && `\n${source}`}`, body: parts.join('\n\n') }
}

/** Writes the notices of these packages, each once, by name. `folders`: where they are installed. */
export function writeNotices(file: string, folders: Iterable<string>): void {
  const notices = new Map([...folders].map(readNotice).map((notice) => [notice.title, notice.body]))
  const rule = '='.repeat(80)
  const sections = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([title, body]) => `${rule}\n${title}\n\n${body}\n`)
  writeFileSync(file, `This software contains the following packages.\n\n${sections.join('\n')}`)
}

/** Collects the folders of the packages whose modules a build reads. Give it to the builds of workers as well. */
export function collectPackages(folders: Set<string>): Plugin {
  return {
    name: 'collect-packages',
    apply: 'build',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replace('\0', ''))?.[0]
        if (folder && existsSync(join(folder, 'package.json'))) folders.add(relative('.', folder))
      }
    },
  }
}
