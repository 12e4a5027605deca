import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { UsageSample } from '#server/ports/compute.ts'

export type CardReading = UsageSample['gpus'][number] & { model: string }
/** The host's cards and their load now; empty where there are none. */
export type ReadCards = () => Promise<CardReading[]>

const fields = 'uuid,name,utilization.gpu,memory.used,temperature.gpu,power.draw'
const patience_ms = 10_000
const run = promisify(execFile)

/** Asks the driver of the host this process runs on. No driver, or one that fails, is a host without cards. */
export const nvidiaSmi: ReadCards = async () => {
  const args = [`--query-gpu=${fields}`, '--format=csv,noheader,nounits']
  const { stdout } = await run('nvidia-smi', args, { timeout: patience_ms }).catch(() => ({ stdout: '' }))
  return readTable(stdout)
}

/** Reads that table; a value the card does not report (`[N/A]`) counts as 0. */
export function readTable(csv: string): CardReading[] {
  return csv
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 6 && cells[0] !== '')
    .map(([uuid = '', model = '', use, vram, temperature, power]) => ({
      uuid,
      model: model.replace(/^NVIDIA\s+/, ''),
      use_percent: Number(use) || 0,
      vram_mb: Number(vram) || 0,
      temperature_c: Number(temperature) || 0,
      power_w: Number(power) || 0,
    }))
}
