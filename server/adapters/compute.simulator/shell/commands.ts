import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { getGpuVendor } from './commands/cards.ts'
import { clockCommands } from './commands/clock.ts'
import { fileCommands } from './commands/files.ts'
import { lsCommand } from './commands/ls.ts'
import { machineCommands } from './commands/machine.ts'
import { npuSmiCommand } from './commands/npu-smi.ts'
import { nvidiaSmiCommand } from './commands/nvidia-smi.ts'
import { portCommands } from './commands/ports.ts'
import { sessionCommands } from './commands/session.ts'
import { shellCommands } from './commands/shells.ts'
import { hasCudaCompiler, nvccCommand, softwareCommands } from './commands/software.ts'
import { statCommands } from './commands/stat.ts'
import { textCommands } from './commands/text.ts'
import { xpuSmiCommand } from './commands/xpu-smi.ts'
import type { ShellCommand, ShellState } from './shell.ts'

const commonCommands: Readonly<Record<string, ShellCommand>> = {
  ...clockCommands,
  ...fileCommands,
  ls: lsCommand,
  ...machineCommands,
  ...portCommands,
  ...sessionCommands,
  ...shellCommands,
  ...softwareCommands,
  ...statCommands,
  ...textCommands,
}
const vendorTools = { nvidia: 'nvidia-smi', ascend: 'npu-smi', kunlun: 'xpu-smi' } as const
const otherCommands: Readonly<Record<string, ShellCommand>> = {
  nvcc: nvccCommand,
  'nvidia-smi': nvidiaSmiCommand,
  'npu-smi': npuSmiCommand,
  'xpu-smi': xpuSmiCommand,
}

/** Lists the commands of this instance's shell, sorted; card vendor and image decide about tools of a vendor. */
export const listCommandNames = ({ machine }: ShellState): string[] =>
  [...Object.keys(commonCommands), vendorTools[getGpuVendor(machine)], ...(hasCudaCompiler(machine) ? ['nvcc'] : [])].sort()

/** Finds a command, or the exit code if it cannot be run. A path in a bin folder is looked up by its name. */
export async function findCommand(name: string, shell: ShellState): Promise<ShellCommand | 126 | 127> {
  const bare = /^\/(?:usr\/)?(?:local\/)?s?bin\/([^/]+)$/.exec(name)?.[1] ?? name
  if (listCommandNames(shell).includes(bare)) return (commonCommands[bare] ?? otherCommands[bare])!
  if (!name.includes('/')) return 127
  const file = await shell.machine.disk.stat(toAbsolutePath(shell.cwd, name)).catch(() => undefined)
  return file ? 126 : 127
}
