import type { ShellCommand } from '#server/adapters/compute.simulator/shell/shell.ts'
import { formatBox, listSimulatedCards } from './cards.ts'

/** `npu-smi info`: prints the Ascend table. */
export const npuSmiCommand: ShellCommand = async (args, { machine }, io) => {
  if (args[0] !== 'info' || args.length > 1) {
    await io.err('npu-smi: 模拟终端只支持 npu-smi info\n')
    return 1
  }
  const cards = listSimulatedCards(machine)
  const head = [' npu-smi 24.1.rc2 (simulated)                     Version: 24.1.rc2']
  const titles = [
    ' NPU   Name                | Health          | Power(W)    Temp(C)',
    ' Chip                      | Bus-Id          | AICore(%)   HBM-Usage(MB)',
  ]
  const rows = cards.map(({ slot, name, model, sample }) => [
    ` ${String(slot).padEnd(5)} ${name.replace(/^Ascend\s*/i, '').padEnd(19)} | OK              | ${String(sample.power_w).padEnd(11)} ${sample.temperature_c}`,
    ` 0                         | 0000:${(0xc1 + slot).toString(16).toUpperCase()}:00.0    | ${String(sample.use_percent).padEnd(11)} ${sample.vram_mb} / ${model.vram_mb}`,
  ])
  await io.out(formatBox(77, [head, titles, ...(rows.length > 0 ? rows : [[' No NPU device found']])]))
  return 0
}
