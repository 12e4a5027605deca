import type { ShellCommand } from '#server/adapters/compute.simulator/shell/shell.ts'
import { formatBox, listSimulatedCards } from './cards.ts'

/** `xpu-smi`: prints the Kunlun table. */
export const xpuSmiCommand: ShellCommand = async (args, { machine }, io) => {
  if (args.length > 0) {
    await io.err('xpu-smi: 模拟终端只支持不带参数的 xpu-smi\n')
    return 1
  }
  const head = [' XPU-SMI 5.0.21 (simulated)     Driver Version: 5.0.21     XPU-RT Version: 5.0.21']
  const titles = [' DevID  Model               | Temp   Power        | L3/Memory-Usage        | XPU-Util']
  const rows = listSimulatedCards(machine).map(
    ({ slot, name, model, sample }) =>
      ` ${String(slot).padEnd(6)} ${name.padEnd(19)} | ${`${sample.temperature_c}C`.padEnd(6)} ${`${sample.power_w}W`.padEnd(12)} | ${`${sample.vram_mb}MiB / ${model.vram_mb}MiB`.padEnd(22)} | ${`${sample.use_percent}%`.padStart(6)}`,
  )
  await io.out(formatBox(86, [head, titles, rows.length > 0 ? rows : [' No XPU device found']]))
  return 0
}
