import type { DiskEntry } from '#server/adapters/compute.simulator/disk/disk.ts'
import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import type { ShellCommand } from '#server/adapters/compute.simulator/shell/shell.ts'

const folderMode = 0o040755
const fileMode = 0o100644

const formatLetters: Record<string, (entry: DiskEntry, path: string) => string> = {
  f: ({ directory }) => (directory ? folderMode : fileMode).toString(16),
  s: ({ size }) => String(size),
  Y: ({ changed }) => String(Math.floor(changed.getTime() / 1000)),
  n: (_, path) => path,
  F: ({ directory }) => (directory ? 'directory' : 'regular file'),
}
const defaultFormat = '%n %F %s'

/** `stat [-L] [-c format] path…`; supports %f %s %Y %n %F. There are no links to follow. */
const stat: ShellCommand = async (args, shell, io) => {
  const operands = args.filter((arg) => arg !== '-L')
  const format = operands[0] === '-c' ? (operands[1] ?? '') : defaultFormat
  const paths = operands[0] === '-c' ? operands.slice(2) : operands
  if (paths.length === 0) await io.err('stat: 缺少操作对象\n')
  let status = paths.length === 0 ? 1 : 0
  for (const path of paths) {
    try {
      const entry = await shell.machine.disk.stat(toAbsolutePath(shell.cwd, path))
      await io.out(`${format.replace(/%([A-Za-z])/g, (sign, letter: string) => formatLetters[letter]?.(entry, path) ?? sign)}\n`)
    } catch (error) {
      if (!(error instanceof DiskError)) throw error
      await io.err(`stat: 无法获取 '${path}' 的状态: ${error.message}\n`)
      status = 1
    }
  }
  return status
}

export const statCommands = { stat } satisfies Record<string, ShellCommand>
