import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { absolute } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { commandNamed, commandNames } from './commands.ts'
import { expandWord, expandWords } from './expand.ts'
import { type Choice, parse, type SimpleCommand, type Step } from './parse.ts'
import { bytesOf, collector, openOutput, stdinOf } from './redirect.ts'
import { type Interpreter, type Io, type Shell, setVariable } from './shell.ts'
import { SyntaxFault } from './tokens.ts'

const longest_script = 1 << 20
const interrupted = 130

export const interpreter: Interpreter = { script: runScript, argv: runArgv, find: commandNamed, names: commandNames }

/** Runs a script in `shell`; gives the exit code of its last command. */
async function runScript(source: string, shell: Shell, io: Io): Promise<number> {
  let steps: Step[]
  try {
    if (source.length > longest_script) throw new SyntaxFault('脚本过长')
    steps = parse(source)
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    await io.err(`bash: ${error.message}\n`)
    shell.status = 2
    return 2
  }
  await runSteps(steps, shell, io)
  return shell.exit_code ?? shell.status
}

async function runSteps(steps: readonly Step[], shell: Shell, io: Io): Promise<void> {
  for (const { when, run } of steps) {
    if (when === 'success' ? shell.status !== 0 : when === 'failure' && shell.status === 0) continue
    if (Array.isArray(run)) shell.status = await runPipeline(run, shell, io)
    else await runChoice(run, shell, io)
    if (io.signal.aborted) shell.status = interrupted
    if (io.signal.aborted || shell.exit_code !== undefined) return
  }
}

async function runChoice({ branches, otherwise }: Choice, shell: Shell, io: Io): Promise<void> {
  for (const { test, body } of branches) {
    await runSteps(test, shell, io)
    if (io.signal.aborted || shell.exit_code !== undefined) return
    if (shell.status === 0) return runSteps(body, shell, io)
  }
  shell.status = 0
  await runSteps(otherwise, shell, io)
}

async function runPipeline(pipeline: readonly SimpleCommand[], shell: Shell, io: Io): Promise<number> {
  let status = 0
  let input = io.input
  for (const [index, command] of pipeline.entries()) {
    if (index === pipeline.length - 1) return runSimple(command, shell, { ...io, input })
    const pipe = collector()
    status = await runSimple(command, shell, { ...io, input, out: pipe.write, terminal: false })
    input = stdinOf(pipe.bytes())
  }
  return status
}

async function runSimple(command: SimpleCommand, shell: Shell, io: Io): Promise<number> {
  try {
    const words = await expandWords(command.words, shell)
    const redirected = await withRedirects(command, shell, io)
    const status = await runArgv(takeAssignments(words, shell), shell, redirected.io)
    await redirected.finish()
    return status
  } catch (error) {
    if (!(error instanceof DiskError)) throw error
    await io.err(`bash: ${error.message}\n`)
    return 1
  }
}

/** Runs one command that is already split into words. */
async function runArgv(argv: readonly string[], shell: Shell, io: Io): Promise<number> {
  const [name, ...args] = argv
  if (name === undefined) return 0
  shell.budget.left -= 1
  if (shell.budget.left === 0) await io.err('bash: 执行的命令过多，已停止\n')
  if (shell.budget.left <= 0) return 1
  const found = await commandNamed(name, shell)
  if (typeof found === 'number') {
    const words = found === 126 ? '权限不够' : '未找到命令（模拟终端，输入 help 查看可用命令）'
    await io.err(`bash: ${name.slice(0, 200)}: ${words}\n`)
    return found
  }
  try {
    const status = await found(args, shell, io)
    return io.signal.aborted ? interrupted : status
  } catch (error) {
    if (!(error instanceof DiskError)) throw error
    await io.err(`${name}: ${error.message}\n`)
    return 1
  }
}

function takeAssignments(words: readonly string[], shell: Shell): readonly string[] {
  const first_other = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const assignments = first_other < 0 ? words : words.slice(0, first_other)
  for (const word of assignments) {
    const cut = word.indexOf('=')
    setVariable(shell, word.slice(0, cut), word.slice(cut + 1))
  }
  return first_other < 0 ? [] : words.slice(first_other)
}

async function withRedirects(command: SimpleCommand, shell: Shell, io: Io): Promise<{ io: Io; finish: () => Promise<void> }> {
  const result: Io = { ...io }
  const closers: (() => Promise<void>)[] = []
  for (const { fd, mode, target } of command.redirects) {
    const path = expandWord(target, shell)
    if (mode === 'read') {
      result.input = stdinOf(path === '/dev/null' ? Buffer.alloc(0) : await shell.machine.disk.read(absolute(shell.cwd, path)))
      continue
    }
    const output = await openOutput(path, mode === 'append', shell, io)
    closers.push(output.close)
    if (fd === 2) result.err = output.write
    else {
      result.out = output.write
      result.terminal = false
    }
  }
  if (command.joined === 'errors-to-output') result.err = result.out
  if (command.joined === 'output-to-errors') result.out = (data) => result.err(bytesOf(data).toString())
  return {
    io: result,
    finish: async () => {
      for (const close of closers) await close()
    },
  }
}
