import type { Disk, Entry } from '#server/adapters/compute.simulator/disk/disk.ts'
import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { absolute } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import type { Command, Io } from '#server/adapters/compute.simulator/shell/shell.ts'
import { textWidth } from '#server/adapters/compute.simulator/shell/terminal/width.ts'
import { inChina } from './clock.ts'
import { readOptions, unknownOption } from './options.ts'

/** `ls [-l] [-a] [-1] [path…]`. Unprintable characters of a name show as `?`. */
export const ls: Command = async (args, shell, io) => {
  const { has, rest, unknown } = readOptions(args, 'la1h')
  if (unknown) {
    await io.err(unknownOption('ls', unknown))
    return 2
  }
  const { disk } = shell.machine
  const print = has.has('l') ? longLines : io.terminal && !has.has('1') ? columns(shell.size?.cols ?? 80) : names
  const listings: { path: string; entries: Entry[] }[] = []
  const files: Entry[] = []
  let status = 0
  for (const path of rest.length > 0 ? rest : ['.']) {
    try {
      const full = absolute(shell.cwd, path)
      const entry = await disk.stat(full)
      if (entry.directory) listings.push({ path, entries: await visible(disk, full, entry, has.has('a')) })
      else files.push({ ...entry, name: path })
    } catch (error) {
      if (!(error instanceof DiskError)) throw error
      await io.err(`ls: 无法访问 '${printable(path)}': ${error.message}\n`)
      status = 2
    }
  }
  await printAll(files, listings, rest.length > 1, print, io)
  return status
}

async function visible(disk: Disk, path: string, self: Entry, all: boolean): Promise<Entry[]> {
  const entries = await disk.list(path)
  if (!all) return entries.filter(({ name }) => !name.startsWith('.'))
  return [{ ...self, name: '.' }, { ...self, name: '..' }, ...entries]
}

type Print = (entries: readonly Entry[]) => string

async function printAll(
  files: readonly Entry[],
  listings: readonly { path: string; entries: Entry[] }[],
  titled: boolean,
  print: Print,
  io: Io,
): Promise<void> {
  const parts = [
    ...(files.length > 0 ? [print(files)] : []),
    ...listings.map(({ path, entries }) => (titled ? `${printable(path)}:\n` : '') + print(entries)),
  ]
  await io.out(parts.join('\n'))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this hides
const printable = (name: string): string => name.replace(/[\x00-\x1f\x7f-\x9f]/g, '?')

const names: Print = (entries) => entries.map(({ name }) => `${printable(name)}\n`).join('')

const longLines: Print = (entries) => {
  const width = Math.max(0, ...entries.map(({ size }) => String(size).length))
  const rows = entries.map(({ name, directory, size, changed }) => {
    const mode = directory ? 'drwxr-xr-x 2' : '-rw-r--r-- 1'
    const { date, time } = inChina(changed)
    return `${mode} root root ${String(size).padStart(width)} ${date} ${time.slice(0, 5)} ${printable(name)}\n`
  })
  const blocks = entries.reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4, 0)
  return `总计 ${blocks}\n${rows.join('')}`
}

const columns =
  (total: number): Print =>
  (entries) => {
    const shown = entries.map(({ name, directory }) => printable(name) + (directory ? '/' : ''))
    const width = Math.max(0, ...shown.map(textWidth)) + 2
    const per_row = Math.max(1, Math.floor(total / width))
    const rows: string[] = []
    for (let from = 0; from < shown.length; from += per_row) {
      const row = shown.slice(from, from + per_row).map((name) => name + ' '.repeat(width - textWidth(name)))
      rows.push(`${row.join('').trimEnd()}\n`)
    }
    return rows.join('')
  }
