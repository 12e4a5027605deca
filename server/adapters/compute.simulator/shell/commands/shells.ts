import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { readAllInput } from '#server/adapters/compute.simulator/shell/redirect.ts'
import { createChildShell, type ShellCommand } from '#server/adapters/compute.simulator/shell/shell.ts'

const maxShellDepth = 16

/** `sh [-lei] [-c script | file]`; without a script or file it reads the terminal, or its input to the end. */
const sh: ShellCommand = async (args, shell, io) => {
  if (shell.depth >= maxShellDepth) {
    await io.err('bash: shell 嵌套过深\n')
    return 1
  }
  const child = createChildShell(shell)
  const options = args.filter((arg, index) => /^-/.test(arg) && args.slice(0, index).every((before) => /^-/.test(before)))
  const operands = args.slice(options.length)
  if (options.some((option) => /^-\w*c$/.test(option))) {
    if (operands[0] !== undefined) return shell.interpreter.script(operands[0], child, io)
    await io.err('bash: -c: 选项需要一个参数\n')
    return 2
  }
  if (operands[0] !== undefined) {
    return shell.interpreter.script((await shell.machine.disk.read(toAbsolutePath(shell.cwd, operands[0]))).toString(), child, io)
  }
  if (child.interact && io.terminal) return child.interact(child, io)
  return shell.interpreter.script((await readAllInput(io.input)).toString(), child, io)
}

const exec: ShellCommand = async (args, shell, io) => {
  if (args.length === 0) return 0
  shell.exit_code = await shell.interpreter.argv(args, shell, io)
  return shell.exit_code
}

/** `command -v name` and `which name`: print what a name resolves to. */
const lookUpNames: ShellCommand = async (names, shell, io) => {
  let status = 0
  for (const name of names) {
    const found = await shell.interpreter.find(name, shell)
    if (typeof found === 'number') status = 1
    else await io.out(`${name.startsWith('/') ? name : `/usr/bin/${name}`}\n`)
  }
  return status
}

const command: ShellCommand = (args, shell, io) =>
  args[0] === '-v' ? lookUpNames(args.slice(1), shell, io) : shell.interpreter.argv(args, shell, io)

const help: ShellCommand = async (_args, shell, io) => {
  await io.out(
    `这是模拟实例的终端，由平台内置，不运行真实程序；文件会真实保存，关机后仍在。\n可用命令：\n${wrapWords(shell.interpreter.names(shell))}支持 >、>>、2>、<、|、&&、||、;、变量、* 与 ?；Tab 补全，↑↓ 历史，Ctrl-C 中断，Ctrl-D 退出，Ctrl-L 清屏。\n`,
  )
  return 0
}

function wrapWords(words: readonly string[]): string {
  const rows: string[] = []
  for (let from = 0; from < words.length; from += 8) rows.push(`  ${words.slice(from, from + 8).join(' ')}\n`)
  return rows.join('')
}

export const shellCommands = { sh, bash: sh, exec, command, which: lookUpNames, help } satisfies Record<string, ShellCommand>
