import type { ShellCommand, ShellMachine } from '#server/adapters/compute.simulator/shell/shell.ts'
import { parseCommandOptions } from './options.ts'

const kernel = '5.15.0-zhisuan-sim'

const uname: ShellCommand = async (args, { machine }, io) => {
  const { has } = parseCommandOptions(args, 'asnrm')
  const all = has.has('a')
  const parts = [
    (all || has.has('s') || has.size === 0) && 'Linux',
    (all || has.has('n')) && machine.spec.hostname,
    (all || has.has('r')) && kernel,
    all && '#1 SMP',
    (all || has.has('m')) && 'x86_64',
    all && 'GNU/Linux',
  ]
  await io.out(`${parts.filter(Boolean).join(' ')}\n`)
  return 0
}

const hostname: ShellCommand = async (_args, { machine }, io) => {
  await io.out(`${machine.spec.hostname}\n`)
  return 0
}

const nproc: ShellCommand = async (_args, { machine }, io) => {
  await io.out(`${Math.max(1, Math.floor(machine.spec.cpu))}\n`)
  return 0
}

const ps: ShellCommand = async (_args, shell, io) => {
  const listeners = await shell.machine.ports.list()
  const rows = [
    ['1', '?', '00:00:00', '/sbin/init'],
    ...listeners.map(({ port, program }, index) => [String(7 + index), '?', '00:00:00', `${program} ${port}（模拟）`]),
    ...(isBusy(shell.machine) ? [['42', '?', '00:10:00', 'python3 train.py（模拟负载）']] : []),
    ['1000', 'pts/0', '00:00:00', '-bash'],
    ['1001', 'pts/0', '00:00:00', 'ps'],
  ]
  await io.out(
    `    PID TTY          TIME CMD\n${rows.map(([pid = '', tty = '', time, cmd]) => `${pid.padStart(7)} ${tty.padEnd(8)} ${time} ${cmd}\n`).join('')}`,
  )
  return 0
}

const isBusy = (machine: ShellMachine) => machine.sample().gpus.some(({ use_percent: usePercent }) => usePercent > 5)

const gib = 2 ** 30
/** Device name shown for the platform's mounted folders. */
const mountDevice = 'zhisuan'

/** Formats a size as `1.5G`, like `df -h` and `free -h`. */
function formatSize(bytes: number): string {
  const units = ['B', 'K', 'M', 'G', 'T']
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)}${units[step]}`
}

const df: ShellCommand = async (_args, { machine }, io) => {
  const { system_bytes: systemBytes, data_bytes: dataBytes, mounts } = await machine.disk_use()
  const line = (name: string, total: number, used: number, free: number, where: string) => {
    const percent = total === 0 ? 0 : Math.ceil((100 * used) / total)
    const cells = [formatSize(total), formatSize(used), formatSize(free), `${percent}%`]
    return `${name.padEnd(12)}${cells.map((cell) => cell.padStart(7)).join('')}  ${where}\n`
  }
  const disk = (name: string, gb: number, used: number, where: string) =>
    line(name, gb * gib, used, Math.max(0, gb * gib - used), where)
  const { sys_disk_gb: sysDiskGb, data_disk_gb: dataDiskGb } = machine.spec
  const lines = [
    disk('overlay', sysDiskGb, systemBytes, '/'),
    disk('/dev/vdb', dataDiskGb, dataBytes, '/workspace'),
    ...mounts.map(({ target, total_bytes: totalBytes, used_bytes: usedBytes, free_bytes: freeBytes }) =>
      line(mountDevice, totalBytes, usedBytes, freeBytes, target),
    ),
  ]
  await io.out(`文件系统       容量   已用   可用  已用%  挂载点\n${lines.join('')}`)
  return 0
}

const mount: ShellCommand = async (args, { machine }, io) => {
  if (args.length > 0) {
    await io.err('mount: 模拟实例只能列出挂载，不能挂载\n')
    return 1
  }
  const lines = (machine.spec.mounts ?? []).map(
    ({ target, read_only: readOnly }) => `${mountDevice} on ${target} type virtiofs (${readOnly ? 'ro' : 'rw'})\n`,
  )
  await io.out(`overlay on / type overlay (rw)\n/dev/vdb on /workspace type ext4 (rw)\n${lines.join('')}`)
  return 0
}

const free: ShellCommand = async (_args, { machine }, io) => {
  const mib = 2 ** 20
  const total = machine.spec.memory_mb * mib
  const used = machine.sample().memory_mb * mib
  const cells = (values: readonly number[]) => values.map((value) => formatSize(value).padStart(9)).join('')
  await io.out(`            总计     已用     空闲\n内存：${cells([total, used, total - used])}\n交换：${cells([0, 0, 0])}\n`)
  return 0
}

export const machineCommands = { uname, hostname, nproc, ps, df, mount, free } satisfies Record<string, ShellCommand>
