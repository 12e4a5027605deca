import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { homeFolder, type ShellCommand, setShellVariable } from '#server/adapters/compute.simulator/shell/shell.ts'

const cd: ShellCommand = async ([path = homeFolder], shell) => {
  const target = path === '-' ? (shell.variables.get('OLDPWD') ?? homeFolder) : toAbsolutePath(shell.cwd, path)
  if (!(await shell.machine.disk.stat(target)).directory) throw new DiskError('ENOTDIR')
  setShellVariable(shell, 'OLDPWD', shell.cwd)
  setShellVariable(shell, 'PWD', target)
  shell.cwd = target
  return 0
}

const pwd: ShellCommand = async (_args, { cwd }, io) => {
  await io.out(`${cwd}\n`)
  return 0
}

const env: ShellCommand = async (_args, { variables }, io) => {
  await io.out([...variables].map(([name, value]) => `${name}=${value}\n`).join(''))
  return 0
}

const exportVariables: ShellCommand = async (args, shell, io) => {
  for (const arg of args) {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(arg) ?? []
    if (name === undefined) {
      await io.err(`export: “${arg.slice(0, 100)}” 不是有效的变量名\n`)
      return 1
    }
    if (value !== undefined) setShellVariable(shell, name, value)
  }
  return 0
}

const unset: ShellCommand = (args, shell) => {
  for (const name of args) shell.variables.delete(name)
  return 0
}

const exit: ShellCommand = async ([code], shell, io) => {
  const wanted = code === undefined ? shell.status : Number(code)
  if (!Number.isSafeInteger(wanted)) await io.err('exit: 需要数字参数\n')
  shell.exit_code = Number.isSafeInteger(wanted) ? wanted & 255 : 2
  return shell.exit_code
}

const whoami: ShellCommand = async (_args, _shell, io) => {
  await io.out('root\n')
  return 0
}

const id: ShellCommand = async (_args, _shell, io) => {
  await io.out('uid=0(root) gid=0(root) groups=0(root)\n')
  return 0
}

const clear: ShellCommand = async (_args, shell, io) => {
  if (shell.size) await io.out('\x1b[H\x1b[2J\x1b[3J')
  return 0
}

const history: ShellCommand = async (_args, shell, io) => {
  await io.out(shell.history.map((line, index) => `${String(index + 1).padStart(5)}  ${line}\n`).join(''))
  return 0
}

const stty: ShellCommand = async (args, { size }, io) => {
  if (!size) {
    await io.err('stty: 标准输入不是终端\n')
    return 1
  }
  await io.out(
    args[0] === 'size' ? `${size.rows} ${size.cols}\n` : `speed 38400 baud; rows ${size.rows}; columns ${size.cols};\n`,
  )
  return 0
}

export const sessionCommands = {
  cd,
  pwd,
  env,
  export: exportVariables,
  unset,
  exit,
  logout: exit,
  whoami,
  id,
  clear,
  history,
  stty,
  true: () => 0,
  ':': () => 0,
  false: () => 1,
} satisfies Record<string, ShellCommand>
