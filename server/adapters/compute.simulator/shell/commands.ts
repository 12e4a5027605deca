import { absolute } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { vendorOf } from './commands/cards.ts'
import { clock_commands } from './commands/clock.ts'
import { file_commands } from './commands/files.ts'
import { ls } from './commands/ls.ts'
import { machine_commands } from './commands/machine.ts'
import { npuSmi } from './commands/npu-smi.ts'
import { nvidiaSmi } from './commands/nvidia-smi.ts'
import { port_commands } from './commands/ports.ts'
import { session_commands } from './commands/session.ts'
import { shell_commands } from './commands/shells.ts'
import { stat_commands } from './commands/stat.ts'
import { text_commands } from './commands/text.ts'
import { xpuSmi } from './commands/xpu-smi.ts'
import type { Command, Shell } from './shell.ts'

const everywhere: Readonly<Record<string, Command>> = {
  ...clock_commands,
  ...file_commands,
  ls,
  ...machine_commands,
  ...port_commands,
  ...session_commands,
  ...shell_commands,
  ...stat_commands,
  ...text_commands,
}
const vendor_tools = { nvidia: 'nvidia-smi', ascend: 'npu-smi', kunlun: 'xpu-smi' } as const
const tools: Readonly<Record<string, Command>> = { 'nvidia-smi': nvidiaSmi, 'npu-smi': npuSmi, 'xpu-smi': xpuSmi }

/** Names this instance's shell answers to, sorted; its cards decide which monitor it has. */
export const commandNames = (shell: Shell): string[] => [...Object.keys(everywhere), vendor_tools[vendorOf(shell.machine)]].sort()

/** The command, or the exit code of not having it. A path is looked up like the same name in /bin. */
export async function commandNamed(name: string, shell: Shell): Promise<Command | 126 | 127> {
  const bare = /^\/(?:usr\/)?(?:local\/)?s?bin\/([^/]+)$/.exec(name)?.[1] ?? name
  if (commandNames(shell).includes(bare)) return (everywhere[bare] ?? tools[bare])!
  if (!name.includes('/')) return 127
  const file = await shell.machine.disk.stat(absolute(shell.cwd, name)).catch(() => undefined)
  return file ? 126 : 127
}
