import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { readAllInput } from '#server/adapters/compute.simulator/shell/redirect.ts'
import type { ShellCommand, ShellIo, ShellState } from '#server/adapters/compute.simulator/shell/shell.ts'
import { formatUnknownOption, parseCommandOptions } from './options.ts'

const echo: ShellCommand = async (args, _shell, io) => {
  const bare = args[0] === '-n'
  await io.out(args.slice(bare ? 1 : 0).join(' ') + (bare ? '' : '\n'))
  return 0
}

const cat: ShellCommand = async (args, { cwd, machine }, io) => {
  for (const path of args.length > 0 ? args : ['-']) {
    if (path === '-') for await (const chunk of io.input) await io.out(chunk)
    else await io.out(await machine.disk.read(toAbsolutePath(cwd, path)))
  }
  return 0
}

async function readLines(paths: readonly string[], { cwd, machine }: ShellState, io: ShellIo): Promise<string[]> {
  async function* files() {
    for (const path of paths) yield machine.disk.read(toAbsolutePath(cwd, path))
  }
  const lines = (await readAllInput(paths.length > 0 ? files() : io.input)).toString().split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Creates `head` or `tail`: `-n N` or `-N` lines, 10 by default. */
const createPartCommand =
  (name: string, pick: (lines: string[], count: number) => string[]): ShellCommand =>
  async (args, shell, io) => {
    const [first = '', second] = args
    const spaced = first === '-n'
    const count = Number(spaced ? second : (/^-n?(\d+)$/.exec(first)?.[1] ?? 10))
    const paths = args.slice(spaced ? 2 : /^-n?\d+$/.test(first) ? 1 : 0)
    if (!Number.isSafeInteger(count) || count < 0) {
      await io.err(`${name}: 行数无效\n`)
      return 1
    }
    const lines = pick(await readLines(paths, shell, io), count)
    await io.out(lines.map((line) => `${line}\n`).join(''))
    return 0
  }

const lastLines = createPartCommand('tail', (lines, count) => lines.slice(Math.max(0, lines.length - count)))

/** Works like `head`, or with `-c +N` from the Nth byte on. */
const tail: ShellCommand = async (args, shell, io) => {
  const from = args[0] === '-c' ? /^\+(\d{1,15})$/.exec(args[1] ?? '')?.[1] : undefined
  if (from === undefined) return lastLines(args, shell, io)
  for (const path of args.slice(2)) {
    const bytes = await shell.machine.disk.read(toAbsolutePath(shell.cwd, path))
    await io.out(bytes.subarray(Math.max(0, Number(from) - 1)))
  }
  return 0
}

const wc: ShellCommand = async (args, shell, io) => {
  const { has, rest, unknown } = parseCommandOptions(args, 'l')
  if (unknown) {
    await io.err(formatUnknownOption('wc', unknown))
    return 1
  }
  const lines = await readLines(rest, shell, io)
  const words = lines.reduce((sum, line) => sum + line.split(/\s+/).filter(Boolean).length, 0)
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
  await io.out(has.has('l') ? `${lines.length}\n` : `${lines.length} ${words} ${bytes}\n`)
  return 0
}

/** Searches for plain text only: a user's pattern is never run as a regular expression. */
const grep: ShellCommand = async (args, shell, io) => {
  const { has, rest, unknown } = parseCommandOptions(args, 'ivnF')
  const [wanted, ...paths] = rest
  if (unknown || wanted === undefined) {
    await io.err(unknown ? formatUnknownOption('grep', unknown) : 'grep: 用法：grep [-i] [-v] [-n] 文字 [文件…]\n')
    return 2
  }
  const fold = (text: string) => (has.has('i') ? text.toLowerCase() : text)
  const found = (await readLines(paths, shell, io))
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => fold(line).includes(fold(wanted)) !== has.has('v'))
  await io.out(found.map(({ line, number }) => `${has.has('n') ? `${number}:` : ''}${line}\n`).join(''))
  return found.length > 0 ? 0 : 1
}

export const textCommands = {
  echo,
  cat,
  head: createPartCommand('head', (lines, count) => lines.slice(0, count)),
  tail,
  wc,
  grep,
} satisfies Record<string, ShellCommand>
