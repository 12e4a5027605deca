import type { SimulatedDisk } from '#server/adapters/compute.simulator/disk/disk.ts'
import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import type { ShellCommand, ShellState } from '#server/adapters/compute.simulator/shell/shell.ts'
import { formatUnknownOption, parseCommandOptions } from './options.ts'

type FileAction = (options: Set<string>, operands: readonly string[], shell: ShellState) => Promise<void>

/** Parses options for `action`, which receives only allowed options and at least `least` operands. */
const fileCommand =
  (name: string, allowed: string, least: number, action: FileAction): ShellCommand =>
  async (args, shell, io) => {
    const { has, rest, unknown } = parseCommandOptions(args, allowed)
    if (unknown) await io.err(formatUnknownOption(name, unknown))
    else if (rest.length < least) await io.err(`${name}: 缺少操作对象\n`)
    else {
      await action(has, rest, shell)
      return 0
    }
    return 1
  }

const findEntry = (disk: SimulatedDisk, path: string) => disk.stat(path).catch(() => undefined)

async function createParents(disk: SimulatedDisk, path: string): Promise<void> {
  const parts = path.split('/').filter(Boolean)
  for (const index of parts.keys()) {
    const part = `/${parts.slice(0, index + 1).join('/')}`
    const there = await findEntry(disk, part)
    if (there && !there.directory) throw new DiskError('ENOTDIR')
    if (!there) await disk.makeFolder(part)
  }
}

const mkdir = fileCommand('mkdir', 'p', 1, async (has, paths, { cwd, machine }) => {
  for (const path of paths) {
    const full = toAbsolutePath(cwd, path)
    if (has.has('p')) await createParents(machine.disk, full)
    else await machine.disk.makeFolder(full)
  }
})

const touch = fileCommand('touch', '', 1, async (_, paths, { cwd, machine }) => {
  for (const path of paths) {
    const full = toAbsolutePath(cwd, path)
    if (await findEntry(machine.disk, full)) await machine.disk.touch(full)
    else await machine.disk.write(full, Buffer.alloc(0), true)
  }
})

const rm = fileCommand('rm', 'rRf', 1, async (has, paths, { cwd, machine }) => {
  for (const path of paths) {
    const full = toAbsolutePath(cwd, path)
    const there = await findEntry(machine.disk, full)
    if (!there && has.has('f')) continue
    const inside = has.has('r') || has.has('R')
    if (there?.directory && !inside) throw new DiskError('EISDIR')
    await machine.disk.remove(full, inside)
  }
})

const rmdir = fileCommand('rmdir', '', 1, async (_, paths, { cwd, machine }) => {
  for (const path of paths) {
    const full = toAbsolutePath(cwd, path)
    if (!(await machine.disk.stat(full)).directory) throw new DiskError('ENOTDIR')
    await machine.disk.remove(full, false)
  }
})

/** Computes the destination of each source: inside the last operand if that is a folder, otherwise its path. */
async function listDestinations(
  operands: readonly string[],
  { cwd, machine }: ShellState,
): Promise<[from: string, to: string][]> {
  const target = toAbsolutePath(cwd, operands.at(-1)!)
  const sources = operands.slice(0, -1).map((path) => toAbsolutePath(cwd, path))
  const into = (await findEntry(machine.disk, target))?.directory ?? false
  if (!into && sources.length > 1) throw new DiskError('ENOTDIR')
  return sources.map((from) => [from, into ? toAbsolutePath(target, from.slice(from.lastIndexOf('/') + 1) || '.') : target])
}

const mv = fileCommand('mv', 'f', 2, async (_, operands, shell) => {
  for (const [from, to] of await listDestinations(operands, shell)) await shell.machine.disk.move(from, to)
})

async function copyRecursively(disk: SimulatedDisk, from: string, to: string): Promise<void> {
  if (!(await disk.stat(from)).directory) return disk.write(to, await disk.read(from), false)
  if (`${to}/`.startsWith(`${from === '/' ? '' : from}/`)) throw new DiskError('EINVAL')
  if (!(await findEntry(disk, to))) await disk.makeFolder(to)
  for (const { name } of await disk.list(from)) await copyRecursively(disk, toAbsolutePath(from, name), toAbsolutePath(to, name))
}

const cp = fileCommand('cp', 'rRafp', 2, async (has, operands, shell) => {
  const { disk } = shell.machine
  for (const [from, to] of await listDestinations(operands, shell)) {
    const recursive = has.has('r') || has.has('R') || has.has('a')
    if (!recursive && (await disk.stat(from)).directory) throw new DiskError('EISDIR')
    if (from !== to) await copyRecursively(disk, from, to)
  }
})

export const fileCommands = { mkdir, touch, rm, rmdir, mv, cp } satisfies Record<string, ShellCommand>
