import type { DiskEntry, SimulatedDisk } from '#server/adapters/compute.simulator/disk/disk.ts'
import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import type { ShellCommand, ShellIo } from '#server/adapters/compute.simulator/shell/shell.ts'
import { computeTextWidth } from '#server/adapters/compute.simulator/shell/terminal/width.ts'
import { toChinaTime } from './clock.ts'
import { formatUnknownOption, parseCommandOptions } from './options.ts'

/** `ls [-l] [-a] [-1] [path…]`. Shows unprintable characters of a name as `?`. */
export const lsCommand: ShellCommand = async (args, shell, io) => {
  const { has, rest, unknown } = parseCommandOptions(args, 'la1h')
  if (unknown) {
    await io.err(formatUnknownOption('ls', unknown))
    return 2
  }
  const { disk } = shell.machine
  const print = has.has('l')
    ? formatLongLines
    : io.terminal && !has.has('1')
      ? formatColumns(shell.size?.cols ?? 80)
      : formatNames
  const listings: { path: string; entries: DiskEntry[] }[] = []
  const files: DiskEntry[] = []
  let status = 0
  for (const path of rest.length > 0 ? rest : ['.']) {
    try {
      const full = toAbsolutePath(shell.cwd, path)
      const entry = await disk.stat(full)
      if (entry.directory) listings.push({ path, entries: await listVisible(disk, full, entry, has.has('a')) })
      else files.push({ ...entry, name: path })
    } catch (error) {
      if (!(error instanceof DiskError)) throw error
      await io.err(`ls: 无法访问 '${toPrintable(path)}': ${error.message}\n`)
      status = 2
    }
  }
  await printAll(files, listings, rest.length > 1, print, io)
  return status
}

async function listVisible(disk: SimulatedDisk, path: string, self: DiskEntry, all: boolean): Promise<DiskEntry[]> {
  const entries = await disk.list(path)
  if (!all) return entries.filter(({ name }) => !name.startsWith('.'))
  return [{ ...self, name: '.' }, { ...self, name: '..' }, ...entries]
}

type FormatEntries = (entries: readonly DiskEntry[]) => string

async function printAll(
  files: readonly DiskEntry[],
  listings: readonly { path: string; entries: DiskEntry[] }[],
  titled: boolean,
  print: FormatEntries,
  io: ShellIo,
): Promise<void> {
  const parts = [
    ...(files.length > 0 ? [print(files)] : []),
    ...listings.map(({ path, entries }) => (titled ? `${toPrintable(path)}:\n` : '') + print(entries)),
  ]
  await io.out(parts.join('\n'))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this hides
const toPrintable = (name: string): string => name.replace(/[\x00-\x1f\x7f-\x9f]/g, '?')

const formatNames: FormatEntries = (entries) => entries.map(({ name }) => `${toPrintable(name)}\n`).join('')

const formatLongLines: FormatEntries = (entries) => {
  const width = Math.max(0, ...entries.map(({ size }) => String(size).length))
  const rows = entries.map(({ name, directory, size, changed }) => {
    const mode = directory ? 'drwxr-xr-x 2' : '-rw-r--r-- 1'
    const { date, time } = toChinaTime(changed)
    return `${mode} root root ${String(size).padStart(width)} ${date} ${time.slice(0, 5)} ${toPrintable(name)}\n`
  })
  const blocks = entries.reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4, 0)
  return `总计 ${blocks}\n${rows.join('')}`
}

const formatColumns =
  (total: number): FormatEntries =>
  (entries) => {
    const shown = entries.map(({ name, directory }) => toPrintable(name) + (directory ? '/' : ''))
    const width = Math.max(0, ...shown.map(computeTextWidth)) + 2
    const perRow = Math.max(1, Math.floor(total / width))
    const rows: string[] = []
    for (let from = 0; from < shown.length; from += perRow) {
      const row = shown.slice(from, from + perRow).map((name) => name + ' '.repeat(width - computeTextWidth(name)))
      rows.push(`${row.join('').trimEnd()}\n`)
    }
    return rows.join('')
  }
