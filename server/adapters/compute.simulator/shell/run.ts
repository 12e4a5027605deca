import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { findCommand, listCommandNames } from './commands.ts'
import { expandWord, expandWords } from './expand.ts'
import { parseScript, type ShellChoice, type ShellStep, type SimpleShellCommand } from './parse.ts'
import { createCollector, openOutput, toBuffer, toStdin } from './redirect.ts'
import { type ShellInterpreter, type ShellIo, type ShellState, setShellVariable } from './shell.ts'
import { SyntaxFault } from './tokens.ts'

const maxScriptLength = 1 << 20
const interruptedExitCode = 130

export const shellInterpreter: ShellInterpreter = { script: runScript, argv: runArgv, find: findCommand, names: listCommandNames }

/** Runs a script in `shell`; returns the exit code of its last command. */
async function runScript(source: string, shell: ShellState, io: ShellIo): Promise<number> {
  let steps: ShellStep[]
  try {
    if (source.length > maxScriptLength) throw new SyntaxFault('脚本过长')
    steps = parseScript(source)
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    await io.err(`bash: ${error.message}\n`)
    shell.status = 2
    return 2
  }
  await runSteps(steps, shell, io)
  return shell.exit_code ?? shell.status
}

async function runSteps(steps: readonly ShellStep[], shell: ShellState, io: ShellIo): Promise<void> {
  for (const { when, run } of steps) {
    if (when === 'success' ? shell.status !== 0 : when === 'failure' && shell.status === 0) continue
    if (Array.isArray(run)) shell.status = await runPipeline(run, shell, io)
    else await runChoice(run, shell, io)
    if (io.signal.aborted) shell.status = interruptedExitCode
    if (io.signal.aborted || shell.exit_code !== undefined) return
  }
}

async function runChoice({ branches, otherwise }: ShellChoice, shell: ShellState, io: ShellIo): Promise<void> {
  for (const { test, body } of branches) {
    await runSteps(test, shell, io)
    if (io.signal.aborted || shell.exit_code !== undefined) return
    if (shell.status === 0) return runSteps(body, shell, io)
  }
  shell.status = 0
  await runSteps(otherwise, shell, io)
}

async function runPipeline(pipeline: readonly SimpleShellCommand[], shell: ShellState, io: ShellIo): Promise<number> {
  let status = 0
  let input = io.input
  for (const [index, command] of pipeline.entries()) {
    if (index === pipeline.length - 1) return runSimple(command, shell, { ...io, input })
    const pipe = createCollector()
    status = await runSimple(command, shell, { ...io, input, out: pipe.write, terminal: false })
    input = toStdin(pipe.bytes())
  }
  return status
}

async function runSimple(command: SimpleShellCommand, shell: ShellState, io: ShellIo): Promise<number> {
  try {
    const words = await expandWords(command.words, shell)
    const redirected = await applyRedirects(command, shell, io)
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
async function runArgv(argv: readonly string[], shell: ShellState, io: ShellIo): Promise<number> {
  const [name, ...args] = argv
  if (name === undefined) return 0
  shell.budget.left -= 1
  if (shell.budget.left === 0) await io.err('bash: 执行的命令过多，已停止\n')
  if (shell.budget.left <= 0) return 1
  const found = await findCommand(name, shell)
  if (typeof found === 'number') {
    const words = found === 126 ? '权限不够' : '未找到命令（模拟终端，输入 help 查看可用命令）'
    await io.err(`bash: ${name.slice(0, 200)}: ${words}\n`)
    return found
  }
  try {
    const status = await found(args, shell, io)
    return io.signal.aborted ? interruptedExitCode : status
  } catch (error) {
    if (!(error instanceof DiskError)) throw error
    await io.err(`${name}: ${error.message}\n`)
    return 1
  }
}

function takeAssignments(words: readonly string[], shell: ShellState): readonly string[] {
  const firstOther = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const assignments = firstOther < 0 ? words : words.slice(0, firstOther)
  for (const word of assignments) {
    const cut = word.indexOf('=')
    setShellVariable(shell, word.slice(0, cut), word.slice(cut + 1))
  }
  return firstOther < 0 ? [] : words.slice(firstOther)
}

async function applyRedirects(
  command: SimpleShellCommand,
  shell: ShellState,
  io: ShellIo,
): Promise<{ io: ShellIo; finish: () => Promise<void> }> {
  const result: ShellIo = { ...io }
  const closers: (() => Promise<void>)[] = []
  for (const { fd, mode, target } of command.redirects) {
    const path = expandWord(target, shell)
    if (mode === 'read') {
      result.input = toStdin(
        path === '/dev/null' ? Buffer.alloc(0) : await shell.machine.disk.read(toAbsolutePath(shell.cwd, path)),
      )
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
  if (command.joined === 'output-to-errors') result.out = (data) => result.err(toBuffer(data).toString())
  return {
    io: result,
    finish: async () => {
      for (const close of closers) await close()
    },
  }
}
